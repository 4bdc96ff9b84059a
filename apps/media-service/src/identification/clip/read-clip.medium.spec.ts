import { createHash } from 'node:crypto';
import { jest } from '@jest/globals';
import type { LeakCase } from '@secure-preview/contracts';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { until } from '@secure-preview/testing';
import sharp from 'sharp';
import * as z from 'zod';
import { hangingAt } from '../../testing/hanging-program.js';
import { clipEncoding, LeakDesk, LONG_MS } from '../../testing/leak-desk.js';
import { copyOf, drawFilm, FILM_RATE, FILM_SECONDS, giveCopies } from '../../testing/leaked-copy.js';
import { picture, tone, type VideoMaker } from '../../testing/make-video.js';
import { call, type MediaApp } from '../../testing/media-app.js';
import { MediaProcess } from '../../testing/media-process.js';
import type { MediaServers } from '../../testing/media-servers.js';
import { runCommand } from '../../testing/run-command.js';

jest.setTimeout(LONG_MS);

let desk: LeakDesk;
let servers: MediaServers;
let videos: VideoMaker;
let app: MediaApp;
let killed: MediaProcess | undefined;
let trailerId: string;
let leaked: Buffer;
let copies: Awaited<ReturnType<typeof giveCopies>>;
const PEOPLE = 5;

beforeAll(async () => {
  desk = await LeakDesk.start();
  ({ servers, videos, app } = desk);
  trailerId = await desk.mark(await drawFilm(videos));
  copies = await giveCopies(app, trailerId, PEOPLE);
  await videos.write('copy.mp4', await copyOf(app, trailerId, copies[2]?.codeword ?? Buffer.alloc(0)));
  leaked = await videos.make('leaked.mp4', poorClip('copy.mp4'));
}, LONG_MS);
afterAll(async () => {
  await killed?.end('SIGKILL');
  await desk?.stop();
});

/** Arguments that make a small and poor clip of a file. */
const poorClip = (name: string, seconds = FILM_SECONDS) => [
  ...['-i', videos.path(name), '-t', `${seconds}`, '-vf', 'scale=400:226'],
  ...[...clipEncoding, '-crf', '30'],
];

describe('the clip of a copy', () => {
  it('names the person whose copy it is, and nobody else', async () => {
    const { id } = await desk.open(leaked, 'leaked.mp4');
    const found = await desk.ended(id);
    expect(found).toMatchObject({
      status: 'done',
      step: null,
      progress: 100,
      failure: null,
      hasPictures: true,
      result: {
        verdict: 'named',
        names: [{ markId: copies[2]?.markId, trailerId, test: 'single' }],
        reason: null,
        codewordsScored: PEOPLE,
      },
    });
    expect(found.seconds).toBeCloseTo(FILM_SECONDS, 0);
    expect(found.result?.provenance).toEqual({
      sha256: createHash('sha256').update(leaked).digest('hex'),
      portalVersion: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    const [reading, ...others] = found.result?.readings ?? [];
    expect(others).toEqual([]);
    expect(reading).toMatchObject({ trailerId, title: 'A title', mirrored: false });
    expect(reading?.readableSegments).toBe(reading?.marks.length);
    expect(reading?.marks.length).toBeGreaterThan(24);
    // Segments that differ were read weakly.
    const differs = new Set(found.result?.names[0]?.differs);
    expect(reading?.marks.filter(({ segment, weight }) => differs.has(segment) && weight > 20)).toEqual([]);
    const [listed] = (await app.leaks.listCases({}, call())).cases;
    expect(listed).toMatchObject({ id: found.id, status: 'done', verdict: 'named', title: 'A title' });
    await expectAlike(found.id);
  });

  it('is found behind another film, cut, mirrored and 5 % faster', async () => {
    const other = picture('480x270', 24);
    const select = "select='between(t,1,8)+between(t,10.5,17.5)'";
    const found = await desk.caseOf('cut.mp4', [
      ...[...other, '-i', videos.path('copy.mp4'), '-filter_complex'],
      '[0:v]trim=0:4,setpts=PTS-STARTPTS,format=yuv420p[o];' +
        `[1:v]${select},setpts=N/${1.05 * FILM_RATE}/TB,fps=24,hflip,scale=480:270,setsar=1[c];` +
        '[o][c]concat=n=2[v]',
      ...['-map', '[v]', ...clipEncoding, '-crf', '28'],
    ]);
    expect(found).toMatchObject({ status: 'done', result: { readings: [{ trailerId, mirrored: true }] } });
    const { names = [], readings = [] } = found.result ?? {};
    expect(names.filter(({ markId }) => markId !== copies[2]?.markId)).toEqual([]);
    expect(readings[0]?.readableSegments).toBeGreaterThan(16);
    const [first, second, more] = readings[0]?.runs ?? [];
    // Slow shots do not tell the speed exactly.
    expect(first?.clipFrom).toBeCloseTo(4, 0);
    expect(first?.trailerFrom).toBeCloseTo(1, 0);
    expect(second?.clipFrom).toBeCloseTo(4 + 7 / 1.05, 0);
    expect(second?.trailerFrom).toBeCloseTo(10.5, 0);
    expect(more).toBeUndefined();
  });

  it('names nobody if it is unmarked, and says why', async () => {
    expectNobody(await desk.caseOf('unmarked.mp4', poorClip('film.mp4', 13)));
  });
});

function expectNobody(found: LeakCase): void {
  expect(found).toMatchObject({ status: 'done', result: { verdict: 'inconclusive', names: [] } });
  expect(['nobodyStandsOut', 'markTooWeak', 'tooFewReadableSegments']).toContain(found.result?.reason?.code);
}

/** Expects the pictures of a case to show the same, at the same size. */
async function expectAlike(caseId: string): Promise<void> {
  const thumb = async (which: 'found' | 'original') => {
    const { jpeg } = await app.leaks.readPicture({ caseId, which }, call());
    const image = sharp(Buffer.from(jpeg, 'base64'));
    expect(await image.metadata()).toMatchObject({ format: 'jpeg', width: 960, height: 540 });
    return image.greyscale().resize(32, 18, { fit: 'fill' }).raw().toBuffer();
  };
  const [found, original] = [await thumb('found'), await thumb('original')];
  // The warped picture lacks its outermost pixels.
  const apart = found.map((value, at) => Math.abs(value - (original[at] ?? 0)));
  expect(apart.reduce((sum, value) => sum + value, 0) / apart.length).toBeLessThan(8);
}

describe('a clip that shows nothing of a marked version', () => {
  const clip = [...clipEncoding, '-t', '5.5'];
  // One of the shots of the trailer is ffmpeg's test picture, so this draws something else.
  const otherFilm = ['-f', 'lavfi', '-i', 'cellauto=s=320x180:r=24:rule=110:random_seed=3'];
  it.each([
    ['black.mp4', ['-f', 'lavfi', '-i', 'color=black:s=320x180:r=24', ...clip], 'plain'],
    ['other.mp4', [...otherFilm, ...clip], 'otherFilm'],
    [
      'other-with-music.mp4',
      [...otherFilm, ...tone, ...clip.filter((argument) => argument !== '-an'), '-c:a', 'aac'],
      'otherFilm',
    ],
  ])('%s: says so', async (name, args, code) => {
    expect(await desk.caseOf(name, args)).toMatchObject({
      status: 'done',
      hasPictures: false,
      result: { verdict: 'inconclusive', names: [], reason: { code, params: {} }, readings: [] },
    });
  });

  it('says so of a still', async () => {
    const found = await desk.caseOf('still.mp4', [
      ...['-f', 'lavfi', '-i', 'mandelbrot=s=320x180:r=1', '-vf', 'loop=-1:1,fps=24'],
      ...clip,
    ]);
    expect(found).toMatchObject({ status: 'done', result: { verdict: 'inconclusive', readings: [] } });
  });
});

describe('a file that cannot be compared', () => {
  it.each([
    [
      'short.mp4',
      [...picture('320x180', 24), '-t', '1', ...clipEncoding],
      'CLIP_TOO_SHORT',
      { minSeconds: 5 },
    ],
    [
      'long.mp4',
      ['-f', 'lavfi', '-i', 'color=gray:s=64x36:r=1', '-t', '660', ...clipEncoding],
      'CLIP_TOO_LONG',
      { maxMinutes: 10 },
    ],
    ['sound.mp4', [...tone, '-t', '6'], 'ONLY_SOUND', {}],
  ])('%s: fails with a notice, and is deleted', async (name, args, code, params) => {
    const found = await desk.caseOf(name, args);
    expect(found).toMatchObject({ status: 'failed', result: null, step: null, failure: { code, params } });
    const kept = await queryRows(
      app.database,
      z.object({}),
      `SELECT FROM media.stored_objects o JOIN media.leak_cases c ON c.source_key = o.key
       WHERE c.id = $1 AND o.delete_after IS NULL`,
      [found.id],
    );
    expect(kept).toEqual([]);
  });

  it('is rejected if it is no video', async () => {
    await expect(desk.open(Buffer.from('no video'))).rejects.toMatchObject({ code: 'NOT_A_VIDEO' });
    const start = (
      await videos.make('start.mp4', [...picture('320x180', 24), '-t', '6', ...clipEncoding])
    ).subarray(0, 64);
    const { id } = await desk.open(Buffer.concat([start, Buffer.alloc(5000, 7)]));
    expect(await desk.ended(id)).toMatchObject({ status: 'failed', failure: { code: 'FILE_UNREADABLE' } });
  });
});

describe('portal identify-copy', () => {
  const identify = async (file: string) => {
    const { code, stdout, stderr } = await runCommand(['identify-copy', file], servers.variables);
    return { code, stderr, printed: stdout.toString() };
  };

  it('names the person, and stores nothing', async () => {
    const { cases } = await app.leaks.listCases({}, call());
    const { code, printed, stderr } = await identify(videos.path('leaked.mp4'));
    expect({ code, ...JSON.parse(printed) }).toMatchObject({
      code: 0,
      result: { verdict: 'named', names: [{ markId: copies[2]?.markId }], codewordsScored: PEOPLE },
    });
    expect(stderr).toMatch(/^Reading the file …\n[\s\S]*Reading the marks …\n[\s\S]*80 %\n/);
    expect((await app.leaks.listCases({}, call())).cases).toEqual(cases);
  });

  it('says what is wrong with a file', async () => {
    await videos.write('text.mp4', Buffer.from('text'));
    await videos.make('long.mp4', [
      '-f',
      'lavfi',
      '-i',
      'color=gray:s=64x36:r=1',
      '-t',
      '660',
      ...clipEncoding,
    ]);
    for (const [name, message] of [
      ['text.mp4', 'the file is not a video.'],
      ['long.mp4', 'The clip is longer than 10 minutes.'],
    ] as const) {
      const { code, printed, stderr } = await identify(videos.path(name));
      expect({ code, printed }).toEqual({ code: 1, printed: '' });
      expect(stderr).toContain(`The file could not be compared: ${message}`);
    }
  });
});

it('is read by another worker when the first one is killed', async () => {
  await desk.stopWorker();
  const clip = await videos.make('lost.mp4', [
    ...['-f', 'lavfi', '-i', 'color=black:s=320x180:r=24', '-t', '5.5'],
    ...clipEncoding,
  ]);
  const programs = await hangingAt('ffmpeg', 'scale=64:36', { videos, servers });
  killed = MediaProcess.start({ ...servers.workerVariables, ...programs });
  const process = killed;
  const { id } = await desk.open(clip);
  await until(() => process.programs().some((line) => line.includes('scale=64:36')), {
    deadlineMs: LONG_MS,
    everyMs: 100,
    what: 'a program to hang',
  });
  expect(await app.leaks.readCase({ caseId: id }, call())).toMatchObject({
    status: 'working',
    step: 'match',
  });
  await process.end('SIGKILL');
  const suspect = await desk.open(clip);
  await app.database.query('UPDATE media.leak_cases SET lost_attempts = 3 WHERE id = $1', [suspect.id]);
  await desk.startWorker();
  expect(await desk.ended(id)).toMatchObject({ status: 'done', result: { reason: { code: 'plain' } } });
  // It ended three workers, so it is not tried again.
  expect(await desk.ended(suspect.id)).toMatchObject({
    status: 'failed',
    failure: { code: 'FILE_NOT_PROCESSED' },
  });
});

/** Follows the others, which know a single version. */
describe('a version with one second changed', () => {
  let later: { id: string; copies: typeof copies };
  beforeAll(async () => {
    const changed = await videos.make('changed.mp4', [
      ...['-i', videos.path('film.mp4'), '-vf', "negate=enable='between(t,11,11.99)'"],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '12'],
    ]);
    const id = await desk.mark(changed);
    later = { id, copies: await giveCopies(app, id, PEOPLE) };
  }, LONG_MS);

  it('names the person whose copy of it is found, and nobody of the version before', async () => {
    const copy = later.copies[1];
    await videos.write('later-copy.mp4', await copyOf(app, later.id, copy?.codeword ?? Buffer.alloc(0)));
    const found = await desk.caseOf('later-leaked.mp4', poorClip('later-copy.mp4'));
    expect(found).toMatchObject({
      status: 'done',
      result: { verdict: 'named', names: [{ markId: copy?.markId, trailerId: later.id }] },
    });
    expect(found.result?.names).toHaveLength(1);
    // Pictures do not tell the versions apart, so the marks of both are read.
    const read = found.result?.readings.map((reading) => reading.trailerId);
    expect(read?.sort()).toEqual([trailerId, later.id].sort());
    expect(found.result?.codewordsScored).toBe(2 * PEOPLE);
  });

  it('names nobody if the clip is another, unmarked cut of the same footage', async () => {
    const found = await desk.caseOf('teaser.mp4', [
      ...['-i', videos.path('film.mp4'), '-filter_complex'],
      '[0:v]split[a][b];[a]trim=13.5:18,setpts=PTS-STARTPTS[d];' +
        '[b]trim=1:8,setpts=PTS-STARTPTS[s];[d][s]concat=n=2,scale=480:270[v]',
      ...['-map', '[v]', ...clipEncoding, '-crf', '28'],
    ]);
    expectNobody(found);
  });
});
