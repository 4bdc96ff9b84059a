import { facts } from '../../testing/source-facts.js';
import type { SourceFacts } from '../probe/source-facts.js';
import { endTogether, isCuttable, isPlayable } from './remuxable.js';

const source = facts();
const { video } = source;
const audio = source.audio as NonNullable<SourceFacts['audio']>;

it('accepts H.264 and AAC that browsers play', () => {
  expect(isPlayable(source)).toBe(true);
  expect(isPlayable({ ...source, audio: null })).toBe(true);
  expect(isPlayable({ ...source, video: { ...video, width: 1080, height: 1920 } })).toBe(true);
  // 1080 rounded up to whole macroblocks.
  expect(isPlayable({ ...source, video: { ...video, width: 1920, height: 1088 } })).toBe(true);
});

it.each<[string, Partial<SourceFacts['video']>]>([
  ['another codec', { codec: 'hevc' }],
  ['10-bit samples', { profile: 'High 10', pixelFormat: 'yuv420p10le' }],
  ['4:4:4 chroma', { pixelFormat: 'yuv444p' }],
  ['level 5.2', { level: 52 }],
  ['interlaced frames', { interlaced: true }],
  ['rotation', { rotation: 90 }],
  ['non-square pixels', { pixelAspect: 4 / 3 }],
  ['too wide a picture', { width: 1922, height: 1080 }],
  ['too high a picture', { width: 1920, height: 1090 }],
  ['too high a frame rate', { frameRate: 120 }],
])('requires encoding for video with %s', (_what, change) => {
  expect(isPlayable({ ...source, video: { ...video, ...change } })).toBe(false);
});

it.each([{ codec: 'mp3' }, { profile: 'HE-AAC' }, { channels: 6 }])(
  'requires encoding for audio with %j',
  (change) => {
    expect(isPlayable({ ...source, audio: { ...audio, ...change } })).toBe(false);
  },
);

it('requires encoding when audio begins too late after the video', () => {
  const begins = (startSeconds: number) => isPlayable({ ...source, audio: { ...audio, startSeconds } });
  expect([begins(0.04), begins(-1), begins(0.05)]).toEqual([true, true, false]);
});

it('requires encoding for too high a bit rate', () => {
  expect(isPlayable({ ...source, bitRate: 100_000_000 })).toBe(false);
  expect(isPlayable({ ...source, bitRate: null })).toBe(false);
});

it('cuts packets whose key frames are close enough', () => {
  const packets = { packets: 100, cuttable: true, longestKeyGap: 10 };
  expect(isCuttable(packets)).toBe(true);
  expect(isCuttable({ ...packets, longestKeyGap: 10.1 })).toBe(false);
  expect(isCuttable({ ...packets, cuttable: false })).toBe(false);
  expect(isCuttable({ ...packets, packets: 0 })).toBe(false);
});

it('accepts video and audio that end together', () => {
  const end = (seconds: number) => ({ last: seconds - 0.04, end: seconds, hasTimestampJump: false });
  const plan = { seconds: 90, hold: null };
  const together = (audioEnd: number) => endTogether({ video: end(90), audio: end(audioEnd) }, plan);
  expect([together(90.9), together(89.1), together(88.9)]).toEqual([true, true, false]);
  expect(endTogether({ video: end(90), audio: null }, plan)).toBe(true);
  const hold = { after: 40, until: 89.9, frame: 0.04, frameCount: 110 };
  expect(endTogether({ video: end(40), audio: end(90) }, { seconds: 90, hold })).toBe(false);
  expect(endTogether({ video: end(90), audio: end(90) }, null)).toBe(false);
});
