import { jest } from '@jest/globals';
import { clipEncoding, LeakDesk, LONG_MS } from '../../testing/leak-desk.js';
import { copyOf, drawFilm, giveCopies } from '../../testing/leaked-copy.js';
import { tone } from '../../testing/make-video.js';

jest.setTimeout(LONG_MS);

const PEOPLE = 5;
let desk: LeakDesk;
let earlier: string;
/** Differs from the earlier version in one second. */
let later: { id: string; copies: Awaited<ReturnType<typeof giveCopies>> };

beforeAll(async () => {
  desk = await LeakDesk.start();
  const { videos } = desk;
  earlier = await desk.mark(await drawFilm(videos));
  await giveCopies(desk.app, earlier, PEOPLE);
  const changed = await videos.make('changed.mp4', [
    ...['-i', videos.path('film.mp4'), '-vf', "negate=enable='between(t,14,14.99)'"],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '12'],
  ]);
  const id = await desk.mark(changed);
  later = { id, copies: await giveCopies(desk.app, id, PEOPLE) };
}, 2 * LONG_MS);
afterAll(() => desk?.stop());

it('names the person whose copy of a version it is, and nobody of a version with one second changed', async () => {
  const { app, videos } = desk;
  const copy = later.copies[1];
  await videos.write('copy.mp4', await copyOf(app, later.id, copy?.codeword ?? Buffer.alloc(0)));
  const found = await desk.caseOf('leaked.mp4', [
    ...['-i', videos.path('copy.mp4'), '-vf', 'scale=480:270', ...clipEncoding, '-crf', '30'],
  ]);
  expect(found).toMatchObject({
    status: 'done',
    result: { verdict: 'named', names: [{ markId: copy?.markId, trailerId: later.id }] },
  });
  expect(found.result?.names).toHaveLength(1);
  // Pictures do not tell the versions apart, so the marks of both are read.
  expect(found.result?.readings.map(({ trailerId }) => trailerId).sort()).toEqual([earlier, later.id].sort());
  expect(found.result?.codewordsScored).toBe(2 * PEOPLE);
});

describe('an unmarked film that resembles a trailer', () => {
  it('names nobody if it is another cut of the same footage', async () => {
    const found = await desk.caseOf('teaser.mp4', [
      ...['-i', desk.videos.path('film.mp4'), '-filter_complex'],
      '[0:v]split[a][b];[a]trim=18:24,setpts=PTS-STARTPTS[d];' +
        '[b]trim=1:9,setpts=PTS-STARTPTS[s];[d][s]concat=n=2,scale=480:270[v]',
      ...['-map', '[v]', ...clipEncoding, '-crf', '28'],
    ]);
    expect(found).toMatchObject({ status: 'done', result: { verdict: 'inconclusive', names: [] } });
    expect(['nobodyStandsOut', 'markTooWeak', 'tooFewReadableSegments']).toContain(
      found.result?.reason?.code,
    );
  });

  it('is another film if only its music is the same', async () => {
    const found = await desk.caseOf('music.mp4', [
      ...['-f', 'lavfi', '-i', 'cellauto=s=320x180:r=24:rule=110:random_seed=3', ...tone],
      ...['-t', '6', ...clipEncoding.filter((argument) => argument !== '-an'), '-c:a', 'aac'],
    ]);
    expect(found).toMatchObject({
      status: 'done',
      result: { verdict: 'inconclusive', names: [], readings: [], reason: { code: 'otherFilm' } },
    });
  });
});
