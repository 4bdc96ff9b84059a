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

describe('a file with an unusual structure', () => {
  it('is rejected when it has no video', async () => {
    const audioOnly = await test.videos.make('audio.mkv', [...tone, '-t', '2', '-c:a', 'aac']);
    expect(await test.failure(audioOnly)).toBe('The file has no picture, only sound.');
  });

  it('is rejected when truncated before its index', async () => {
    const whole = await test.videos.make('index-last.mp4', [...picture(), '-t', '4', ...h264]);
    expect(await test.failure(whole.subarray(0, whole.length / 2))).toMatch(/damaged or incomplete/);
  });

  it.each([
    ['copied', h264],
    ['encoded', ['-c:v', 'mpeg4']],
  ])('is rejected when truncated after its index (source to be %s)', async (_how, coder) => {
    const videoArgs = [...picture(), '-t', '6', ...coder, '-movflags', '+faststart'];
    const whole = await test.videos.make('index-first.mp4', videoArgs);
    const half = whole.subarray(0, whole.length / 2);
    expect(await test.failure(half)).toMatch(/incomplete: only 0:0\d of its 0:06/);
  });

  /** Hides the stream durations in a Matroska file. */
  const withoutStreamDurations = (file: Buffer) =>
    Buffer.from(file.toString('latin1').replaceAll('DURATION', 'X_LENGTH'), 'latin1');

  it.each([
    ['copied', h264],
    ['encoded', ['-c:v', 'mpeg4']],
  ])('is rejected when truncated and without stream lengths (source to be %s)', async (_how, coder) => {
    const videoArgs = [...picture(), ...tone, '-t', '6', ...coder, '-c:a', 'aac'];
    const half = withoutStreamDurations(await test.videos.make('whole.mkv', videoArgs));
    const path = await test.videos.write('cut.mkv', half.subarray(0, half.length / 2));
    const { format, streams } = await test.videos.probe(path);
    expect(Number(format.duration)).toBeCloseTo(6, 0);
    expect(JSON.stringify(streams)).not.toContain('"DURATION"');
    expect(await test.failure(half.subarray(0, half.length / 2))).toMatch(
      /incomplete: only 0:0\d of its 0:06/,
    );
  });

  it('is accepted when its audio continues after the video', async () => {
    const longer = [
      ...picture(),
      ...tone,
      '-filter_complex',
      '[0:v]trim=end=3[v]',
      '-map',
      '[v]',
      '-map',
      '1:a',
    ];
    const video = await test.videos.make('longer.mkv', [...longer, '-t', '6', ...h264, '-c:a', 'aac']);
    expect((await test.play(withoutStreamDurations(video))).trailer).toMatchObject({
      status: 'ready',
      warning: null,
    });
  });

  it('is rejected when it is noise after a valid header', async () => {
    const start = await test.videos.make('start.mkv', [...picture(), '-t', '1', ...h264]);
    const noise = Buffer.alloc(200_000, 0xa5);
    expect(await test.failure(Buffer.concat([start.subarray(0, 64), noise]))).toMatch(/damaged|picture/);
  });

  it('is rejected when its metadata is too long', async () => {
    const text = await test.videos.write(
      'tags.txt',
      Buffer.from(`;FFMETADATA1\ncomment=${'a'.repeat(5e6)}\n`),
    );
    const reported = [...picture(), '-f', 'ffmetadata', '-i', text, '-map_metadata', '1', '-t', '1', ...h264];
    const video = await test.videos.make('tags.mkv', reported);
    expect(await test.failure(video)).toBe('The metadata of the file is too long for a video.');
  });

  it('is rejected when its frames would exhaust the memory', async () => {
    const huge = ['-f', 'lavfi', '-i', 'color=size=9000x9000:rate=1', '-frames:v', '1'];
    const video = await test.videos.make('huge.avi', [...huge, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p']);
    expect(await test.failure(video)).toBe(
      'The file is damaged: its picture has no size, or is larger than 8192×4352.',
    );
  });
});

it('keeps the initial size of a video that changes its size midway', async () => {
  const { videos } = test;
  const part = (size: string) => [...picture(size), '-t', '2', '-c:v', 'mpeg2video', '-q:v', '3'];
  const first = await videos.make('wide.ts', part('320x180'));
  const joined = Buffer.concat([
    first,
    await videos.make('small.ts', [...part('160x90'), '-output_ts_offset', '2']),
  ]);
  const played = await test.play(joined);
  expect(await played.video()).toMatchObject({ width: 320, height: 180 });
  const [shown = [], wideShown = []] = await videos.shown(played.videos[0], { file: videos.path('wide.ts') });
  expect(shown.length).toBeGreaterThanOrEqual(7);
  expectSimilarFrames(shown.slice(0, 4), wideShown);
});
