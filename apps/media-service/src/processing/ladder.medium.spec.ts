import { queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { h264, picture, tone } from '../testing/make-video.js';
import { call } from '../testing/media-app.js';
import type { PlayedRendition } from '../testing/play.js';
import { PROCESSING_MS, ProcessingTest } from '../testing/processing.js';
import { expectSimilarFrames } from '../testing/similar-frames.js';

/** Not the default. Takes several key frames. */
const SEGMENT_SECONDS = 3;
let test: ProcessingTest;
beforeAll(async () => {
  test = await ProcessingTest.start({ MEDIA_SEGMENT_SECONDS: String(SEGMENT_SECONDS) });
}, PROCESSING_MS);
afterAll(() => test?.stop());

const durations = ({ segments }: PlayedRendition) =>
  segments.map(({ durationSeconds }) => Math.round(durationSeconds * 1000) / 1000);

/** Expects every segment to begin with a key frame and to be decodable without the others. */
async function expectIndependentSegments(rendition: PlayedRendition): Promise<void> {
  expect(await test.beginWithKeys(rendition)).not.toContain(false);
}

it.each([
  ['copied first', 'copied.mp4', h264, ['1440x810', '1280x720', '854x480', '426x240']],
  [
    'encoded at once',
    'encoded.mkv',
    ['-c:v', 'mpeg4', '-q:v', '6'],
    ['1440x810', '1280x720', '854x480', '426x240'],
  ],
])('makes aligned sizes of a source that is %s', async (_how, name, coder, sizes) => {
  const { videos } = test;
  const videoArgs = [...picture('1440x810', 3), ...tone, '-t', '7', ...coder, '-g', '3', '-c:a', 'aac'];
  const played = await test.play(await videos.make(name, videoArgs));
  expect(await test.sizes(played)).toEqual(sizes);
  const [largest, ...lower] = played.videos;
  expect(durations(largest)).toEqual([SEGMENT_SECONDS, SEGMENT_SECONDS, 1]);
  const frames = await videos.frames(largest.file);
  expect(frames).toHaveLength(21);
  const keys = frames.filter(({ key }) => key).map(({ time }) => Math.round(time * 10) / 10);
  expect(keys).toEqual([0, 1, 2, 3, 4, 5, 6]);
  for (const rendition of lower) {
    expect(durations(rendition)).toEqual(durations(largest));
    expect(await videos.frames(rendition.file)).toEqual(frames);
  }
  const [source = [], ...shown] = await videos.shown({ file: videos.path(name) }, ...played.videos);
  for (const cells of shown) expectSimilarFrames(cells, source);
  for (const rendition of played.videos) await expectIndependentSegments(rendition);
  // Audio is cut at the nearest packet of 1024 samples.
  const audio = played.audio ? durations(played.audio) : [];
  expect(audio.map((seconds) => Math.round(seconds))).toEqual([3, 3, 1]);
  expect(Math.abs((audio[0] ?? 0) - SEGMENT_SECONDS)).toBeLessThan(0.03);
});

it('cuts every size at the same key frames when frame times are uneven', async () => {
  const { videos } = test;
  const uneven = ['-vf', "select='not(between(t,2.2,4.9))',settb=1/1000", '-fps_mode', 'vfr'];
  const videoArgs = [...picture('960x540', 5), '-t', '8', ...uneven, '-c:v', 'mpeg4', '-q:v', '6'];
  const played = await test.play(await videos.make('gap.mkv', videoArgs));
  const [largest, ...smaller] = played.videos;
  expect(await test.sizes(played)).toEqual(['960x540', '854x480', '426x240']);
  expect(durations(largest)[0]).toBeCloseTo(5, 1);
  for (const video of smaller) expect(durations(video)).toEqual(durations(largest));
  await expectIndependentSegments(largest);
});

it.each([
  ['encoded', 'tail.mkv', '960x540', ['-c:v', 'mpeg4', '-q:v', '6', '-c:a', 'aac'], 3],
  ['copied', 'tail.mp4', '320x180', [...h264, '-c:a', 'aac'], 1],
])(
  'joins a last segment that is too short for players (source is %s)',
  async (_how, name, size, coder, sizes) => {
    const { videos } = test;
    const videoArgs = [...picture(size, 5), ...tone, '-t', '6.2', ...coder, '-g', '5'];
    const played = await test.play(await videos.make(name, videoArgs));
    expect(played.videos).toHaveLength(sizes);
    for (const rendition of played.videos) {
      expect(durations(rendition)).toEqual([SEGMENT_SECONDS, SEGMENT_SECONDS + 0.2]);
      expect(await videos.frames(rendition.file)).toHaveLength(31);
      await expectIndependentSegments(rendition);
    }
    const audio = played.audio ? durations(played.audio) : [];
    expect(audio).toHaveLength(2);
    // An AAC encoder adds up to two packets of silence before the audio.
    expect(Math.abs(audio.reduce((sum, seconds) => sum + seconds) - 6.2)).toBeLessThan(0.1);
  },
);

it('encrypts every segment with the key of its trailer and its own initialisation vector', async () => {
  const { app, videos } = test;
  const videoArgs = [...picture('64x36', 5), ...tone, '-t', '7', '-c:v', 'mpeg4', '-c:a', 'libmp3lame'];
  const played = await test.play(await videos.make('secret.avi', videoArgs));
  const rows = await queryRows(
    app.database,
    z.object({ position: z.number(), iv: z.instanceof(Buffer).nullable(), bytes: z.string() }),
    `SELECT s.position, s.iv, s.bytes FROM media.segments s JOIN media.renditions r ON r.id = s.rendition_id
     WHERE r.trailer_id = $1`,
    [played.id],
  );
  const encrypted = rows.filter(({ position }) => position > 0);
  expect(encrypted).toHaveLength(6);
  expect(encrypted.every(({ iv, bytes }) => iv?.length === 16 && Number(bytes) % 16 === 0)).toBe(true);
  expect(new Set(encrypted.map(({ iv }) => iv?.toString('hex'))).size).toBe(6);
  expect(rows.filter(({ iv }) => iv === null).map(({ position }) => position)).toEqual([0, 0]);
  const [{ wrapped } = { wrapped: Buffer.alloc(0) }, ...more] = await queryRows(
    app.database,
    z.object({ wrapped: z.instanceof(Buffer) }),
    'SELECT wrapped FROM media.trailer_keys WHERE trailer_id = $1',
    [played.id],
  );
  expect(more).toEqual([]);
  const [, keyId = ''] = /media\/keys\/([\w-]+)/.exec(played.videos[0].playlist) ?? [];
  const { key } = await app.playback.key({ keyId }, call());
  expect(Buffer.from(key, 'base64')).toHaveLength(16);
  expect(wrapped.includes(Buffer.from(key, 'base64'))).toBe(false);
});

it('releases only retired copies, one day later', async () => {
  const { app, videos } = test;
  const videoArgs = [...picture('1280x720', 2), '-t', '2', ...h264];
  const { id } = await test.play(await videos.make('retired.mp4', videoArgs));
  const objects = () =>
    queryRows(
      app.database,
      z.object({ retired: z.boolean(), released: z.boolean() }),
      `SELECT DISTINCT r.retired_at IS NOT NULL AS retired, o.delete_after IS NOT NULL AS released
       FROM media.renditions r JOIN media.segments s ON s.rendition_id = r.id JOIN media.stored_objects o ON o.key = s.object_key
       WHERE r.trailer_id = $1 ORDER BY retired`,
      [id],
    );
  const sweep = () =>
    app.database.query(`SELECT media_jobs.add_job('sweep', '{}'::json, job_key => 'sweep')`);
  const runSweep = async () => {
    await sweep();
    await test.idle();
  };
  const retire = (hours: number) =>
    app.database.query(
      `UPDATE media.renditions SET retired_at = clock_timestamp() - make_interval(hours => $2)
       WHERE trailer_id = $1 AND retired_at IS NOT NULL`,
      [id, hours],
    );
  await retire(23);
  await runSweep();
  expect(await objects()).toEqual([
    { retired: false, released: false },
    { retired: true, released: false },
  ]);
  await retire(25);
  await runSweep();
  expect(await objects()).toEqual([{ retired: false, released: false }]);
  const [left] = await queryRows(
    app.database,
    z.object({ count: z.number() }),
    'SELECT count(*)::int AS count FROM media.stored_objects WHERE delete_after < clock_timestamp()',
  );
  expect(left?.count).toBe(0);
});

describe('the poster', () => {
  const posterKey = async (id: string) => {
    const [poster] = await queryRows(
      test.app.database,
      z.object({ generated: z.boolean(), width: z.number(), height: z.number() }),
      'SELECT p.generated, p.width, p.height FROM media.posters p JOIN media.trailers t ON t.poster_id = p.id WHERE t.id = $1',
      [id],
    );
    return poster;
  };

  it('is a frame of the video that is not black', async () => {
    const { app, videos } = test;
    const beginning = 'color=c=black:s=90x160:r=5:d=3[a];testsrc2=s=90x160:r=5:d=3[b];[a][b]concat';
    const video = await videos.make('dark.avi', ['-f', 'lavfi', '-i', beginning, '-c:v', 'mpeg4']);
    const { id } = await app.accept(video);
    await app.processed(id, PROCESSING_MS);
    expect(await posterKey(id)).toEqual({ generated: true, width: 90, height: 160 });
    const { posterURL } = await app.find(id);
    const posterId = posterURL?.split('/').at(-1) ?? '';
    const { url } = await app.playback.signPoster(
      { posterId, browser: { protocol: 'http', hostname: '127.0.0.1' } },
      call(),
    );
    const image = Buffer.from(await (await fetch(url)).arrayBuffer());
    const still = await videos.write('poster.webp', image);
    const [cells = Buffer.alloc(0)] = await videos.cells(still, ['loop=50:1']);
    expect(cells.reduce((sum, value) => sum + value, 0) / cells.length).toBeGreaterThan(40);
  });

  it('is not generated when the trailer already has one', async () => {
    const { app, videos } = test;
    const image = await videos.make('own.png', [...picture('320x180'), '-frames:v', '1']);
    const posterURL = await app.upload('poster', image);
    const video = await videos.make('own.avi', [...picture('64x36', 5), '-t', '1', '-c:v', 'mpeg4']);
    const { id } = await app.accept(video, { posterURL });
    await app.processed(id, PROCESSING_MS);
    expect(await posterKey(id)).toEqual({ generated: false, width: 320, height: 180 });
  });
});
