import type { ListedTrailer } from '@secure-preview/contracts';
import { de } from '../../../messages/de.js';
import { en } from '../../../messages/en.js';
import { deUploadPage } from '../../../messages/upload-page/de.js';
import { enUploadPage } from '../../../messages/upload-page/en.js';
import type { AllMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { listedTrailerOf } from '../../../testing/fixtures.js';
import { markCheckOf, progressOf, sizesOf, timeLeft } from './version-text.js';

const messages = { ...en, ...enUploadPage };
/** Replaces no-break spaces with plain ones. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const rendition = (rung: number | null, width: number, height: number) => ({ rung, width, height });

it.each([
  ['in ascending order', [rendition(1080, 1920, 1080), rendition(480, 854, 480)], '480p, 1080p'],
  ['without duplicates', [rendition(720, 1280, 720), rendition(720, 1280, 720)], '720p'],
  ['by rung, not by pixel height', [rendition(720, 1280, 534)], '720p'],
  ['by pixel height when the video is smaller than its rung', [rendition(480, 640, 360)], '360p'],
  ['by rung for vertical video', [rendition(720, 534, 1280)], '720p'],
  ['by the shorter side without a rung', [rendition(null, 360, 640)], '360p'],
  ['as an empty string without renditions', [], ''],
])('lists sizes %s', (_case, renditions, text) => {
  expect(sizesOf({ renditions })).toBe(text);
});

it.each([
  [0, 'less than a minute left'],
  [59.9, 'less than a minute left'],
  [60, 'about 1 min left'],
  [61, 'about 2 min left'],
  [3540, 'about 59 min left'],
  [3541, 'about 1 h 0 min left'],
  [5400, 'about 1 h 30 min left'],
])('shows %d seconds as "%s"', (seconds, text) => {
  expect(plain(timeLeft(seconds, messages.versions))).toBe(text);
});

it.each([
  [{ step: 'encode', progress: 41.7, secondsLeft: 130 }, 'Encoding, 41 %, about 3 min left'],
  [{ step: 'probe', progress: 5, secondsLeft: null }, 'Examining the file, 5 %'],
  [{ step: 'something new', progress: 99.9, secondsLeft: 3 }, 'Processing, 99 %, less than a minute left'],
  [{ step: null, progress: 0, secondsLeft: null }, 'Waiting to be processed'],
  [
    { step: 'storage-unavailable', progress: 3, secondsLeft: null },
    'Waiting for the storage, which cannot be reached; it is tried again every few minutes',
  ],
])('shows %j as "%s"', (overrides, text) => {
  expect(
    plain(
      progressOf(listedTrailerOf({ status: 'processing', finished: false, ...overrides }), messages.versions),
    ),
  ).toBe(text);
});

it.each([
  ['encode', 30, 'Playable already; more sizes are being made, 60 %, less than a minute left'],
  [null, null, 'Playable already; more sizes wait for their turn'],
  ['storage-unavailable', null, 'Playable already; more sizes wait for the storage, which cannot be reached'],
])('shows the further processing of a playable version at step %s', (step, secondsLeft, text) => {
  const overrides = { finished: false, step, progress: 60, secondsLeft };
  expect(plain(progressOf(listedTrailerOf(overrides), messages.versions))).toBe(text);
});

describe('the check of marks', () => {
  const checked = { segments: 180, readableSegments: 171, secondsToName: 25, people: 120, weak: false };
  const text = (
    over: Partial<ListedTrailer>,
    language: Pick<AllMessages, 'versions' | 'locale'> = messages,
  ) => plain(markCheckOf(listedTrailerOf({ marked: true, ...over }), language) ?? 'nothing');

  it.each([
    ['not yet', null, 'Marks not checked yet.'],
    [
      'for some people',
      checked,
      'Marks checked: a clip of 25 s names one of 120 people (in a small, poor copy). ' +
        '171 of 180 segments carry a readable mark.',
    ],
    [
      'for one person',
      { ...checked, people: 1 },
      'Marks checked: a clip of 25 s names a single person (in a small, poor copy). ' +
        '171 of 180 segments carry a readable mark.',
    ],
    [
      'of weak marks that no length makes up for',
      { ...checked, readableSegments: 40, secondsToName: null, people: 1200, weak: true },
      'Marks checked: no clip of this trailer would name one of 1,200 people (in a small, poor copy). ' +
        '40 of 180 segments carry a readable mark. These marks are weak: dark, plain or still pictures carry little. ' +
        'A clip of 30 s may name nobody.',
    ],
    [
      'of a trailer that is too long',
      { ...checked, segments: 2001, readableSegments: 0, secondsToName: null, weak: true },
      'Marks not checked: found copies of trailers with more than 2,000 segments cannot be compared.',
    ],
  ])('is described %s', (_case, markCheck, expected) => {
    expect(text({ markCheck })).toBe(expected);
  });

  it.each([
    ['unmarked', { marked: false }],
    ['not complete', { finished: false }],
    ['expired', { status: 'expired' }],
  ] as const)('is not mentioned for a version that is %s', (_case, over) => {
    expect(text({ markCheck: checked, ...over })).toBe('nothing');
  });

  it('is described in German', () => {
    expect(text({ markCheck: { ...checked, people: 1200 } }, { ...de, ...deUploadPage })).toBe(
      'Marken geprüft: Ein Clip von 25 s benennt eine von 1.200 Personen (in einer kleinen, schlechten Kopie). ' +
        '171 von 180 Segmenten tragen eine lesbare Marke.',
    );
  });
});
