import { queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { h264, picture, tone } from '../testing/make-video.js';
import { PROCESSING_MS, ProcessingTest } from '../testing/processing.js';
import { expectSimilarFrames } from '../testing/similar-frames.js';

let test: ProcessingTest;
beforeAll(async () => {
  test = await ProcessingTest.start();
}, PROCESSING_MS);
afterAll(() => test?.stop());

const kinds = (id: string) =>
  queryRows(
    test.app.database,
    z.object({ kind: z.string(), provisional: z.boolean(), retired: z.boolean() }),
    `SELECT kind, provisional, retired_at IS NOT NULL AS retired FROM media.renditions
     WHERE trailer_id = $1 ORDER BY created_at, kind DESC`,
    [id],
  );

describe('a source that browsers can play', () => {
  it('is copied with every frame unchanged, and stays a copy when it is small', async () => {
    const { videos } = test;
    const videoArgs = [...picture(), ...tone, '-t', '6', ...h264, '-c:a', 'aac'];
    const played = await test.play(await videos.make('plain.mp4', videoArgs));
    const [{ file }] = played.videos;
    expect(await videos.frameHash(file)).toBe(await videos.frameHash(videos.path('plain.mp4')));
    expect(await played.video()).toMatchObject({
      codec_name: 'h264',
      width: 320,
      height: 180,
      nb_read_frames: '150',
    });
    expect(await played.audioStream()).toMatchObject({ codec_name: 'aac', sample_rate: '44100' });
    expect(played.trailer.durationSeconds).toBeCloseTo(6, 1);
    expect(await kinds(played.id)).toEqual([
      { kind: 'video', provisional: false, retired: false },
      { kind: 'audio', provisional: false, retired: false },
    ]);
  });

  it('is also copied from MPEG-TS', async () => {
    const { videos } = test;
    const videoArgs = [...picture(), ...tone, '-t', '4', ...h264, '-c:a', 'aac'];
    const played = await test.play(await videos.make('broadcast.ts', videoArgs));
    expect(await played.video()).toMatchObject({ nb_read_frames: '100' });
    const frameHashArgs = ['-map', '0:v:0', '-f', 'hash', '-'];
    const source = ['-i', videos.path('broadcast.ts')];
    expect(await videos.ffmpeg(['-i', played.videos[0].file, ...frameHashArgs])).toBe(
      await videos.ffmpeg([...source, ...frameHashArgs]),
    );
  });

  it('is copied first and then encoded in every size, which retires the copies', async () => {
    const { videos, app } = test;
    const videoArgs = [...picture('1280x720', 10), ...tone, '-t', '5', ...h264, '-g', '10', '-c:a', 'aac'];
    const { id } = await app.accept(await videos.make('film.mp4', videoArgs));
    const playable = await app.once(id, ({ status }) => status !== 'processing', PROCESSING_MS);
    expect(playable).toMatchObject({ status: 'ready', active: true, finished: false });
    expect((await app.find(id)).durationSeconds).toBeCloseTo(5, 1);
    await app.processed(id, PROCESSING_MS);
    expect(await kinds(id)).toEqual([
      { kind: 'video', provisional: true, retired: true },
      { kind: 'audio', provisional: true, retired: true },
      { kind: 'video', provisional: false, retired: false },
      { kind: 'video', provisional: false, retired: false },
      { kind: 'video', provisional: false, retired: false },
      { kind: 'audio', provisional: false, retired: false },
    ]);
  });

  it.each([
    ['its key frames are too far apart to cut it', ['-g', '999', '-sc_threshold', '0'], 24],
    ['its groups of pictures are open', ['-g', '12', '-bf', '2', '-x264-params', 'open-gop=1'], 4],
  ])('is encoded when %s', async (_why, options, seconds) => {
    const { videos } = test;
    const coder = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', ...options];
    const videoArgs = [...picture('160x90', 12), '-t', String(seconds), ...coder];
    const played = await test.play(await videos.make('uncut.mp4', videoArgs));
    const [{ file, segments }] = played.videos;
    expect(segments.map(({ durationSeconds }) => durationSeconds)).toEqual(
      Array.from({ length: seconds / 4 }, () => 4),
    );
    expect(await videos.frameHash(file)).not.toBe(await videos.frameHash(videos.path('uncut.mp4')));
    const [shown = [], source = []] = await videos.shown({ file }, { file: videos.path('uncut.mp4') });
    expectSimilarFrames(shown, source);
  });
});
