import { h264, picture, tone } from '../testing/make-video.js';
import { PROCESSING_MS, ProcessingTest } from '../testing/processing.js';
import { expectSimilarFrames } from '../testing/similar-frames.js';

let test: ProcessingTest;
beforeAll(async () => {
  test = await ProcessingTest.start();
}, PROCESSING_MS);
afterAll(() => test?.stop());

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
