import { chmod } from 'node:fs/promises';
import { h264, picture, tone } from '../testing/make-video.js';
import type { Played } from '../testing/processing.js';
import { PROCESSING_MS, ProcessingTest } from '../testing/processing.js';
import { expectSimilarFrames } from '../testing/similar-frames.js';

let test: ProcessingTest;
beforeAll(async () => {
  test = await ProcessingTest.start();
}, PROCESSING_MS);
afterAll(() => test?.stop());

const total = (rendition: Played['audio']): number =>
  rendition?.segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0) ?? Number.NaN;

/** Expects video and audio to end at `seconds`, and all sizes to have the same segments. */
function expectEndAt(played: Played, seconds: number): void {
  expect(Math.abs((played.trailer.durationSeconds ?? 0) - seconds)).toBeLessThan(0.3);
  expect(Math.abs(total(played.audio) - seconds)).toBeLessThan(0.3);
  const [largest, ...lower] = played.videos;
  const durations = largest.segments.map(({ durationSeconds }) => durationSeconds);
  for (const { segments } of lower) {
    expect(segments.map(({ durationSeconds }) => durationSeconds)).toEqual(durations);
  }
}

/** Returns ffmpeg arguments for video and audio of different lengths in seconds. */
const unequal = (videoSeconds: number, audioSeconds: number, size = '160x90') => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=size=${size}:rate=10:duration=${videoSeconds},hue=H=t`,
  '-f',
  'lavfi',
  '-i',
  `sine=frequency=440:sample_rate=44100:duration=${audioSeconds}`,
];
const holdFor = (seconds: number) => [`tpad=stop_mode=clone:stop_duration=${seconds}`];
const mpeg4 = ['-c:v', 'mpeg4', '-q:v', '3', '-c:a', 'libmp3lame'];

it.each([
  ['mp4', '160x90', [...h264, '-bf', '2', '-c:a', 'aac'], 1],
  ['avi', '960x540', mpeg4, 3],
])('holds the last frame of an %s while its audio continues', async (kind, size, coder, sizes) => {
  const { videos } = test;
  const name = `long-audio.${kind}`;
  const played = await test.play(await videos.make(name, [...unequal(3, 16, size), ...coder]));
  expect(played.videos).toHaveLength(sizes);
  expectEndAt(played, 16);
  expect(played.videos[0].segments).toHaveLength(4);
  const source = { file: videos.path(name), before: holdFor(13) };
  const [expected = [], ...shown] = await videos.shown(source, ...played.videos);
  for (const cells of shown) expectSimilarFrames(cells, expected);
  // A held frame is repeated only twice a second.
  expect(Number((await played.video())['nb_read_frames'])).toBeLessThan(30 + 2 * 16);
  for (const rendition of played.videos) {
    expect(await test.beginWithKeys(rendition)).not.toContain(false);
  }
});

it.each([
  ['mp4', [...h264, '-c:a', 'aac']],
  ['avi', mpeg4],
])('pads the audio with silence while the video of an %s continues', async (kind, coder) => {
  const { videos } = test;
  const name = `long-video.${kind}`;
  const played = await test.play(await videos.make(name, [...unequal(15, 1.5), ...coder]));
  expectEndAt(played, 15);
  const [shown = [], source = []] = await videos.shown(played.videos[0], { file: videos.path(name) });
  expectSimilarFrames(shown, source);
  // Volume is a power level: a tone in a tenth of the length lowers the mean by 10 dB.
  const loud = await videos.volume(videos.path(name));
  expect((await videos.volume(played.audio?.file ?? '')) - loud).toBeCloseTo(-10, 0);
});

it.each([
  ['mp4', []],
  ['mkv', ['-c:a', 'libopus']],
])('shows the last frame for the 10 s that an %s file states', async (kind, coder) => {
  const { videos } = test;
  await videos.make('short.mp4', [...picture('160x90', 10), '-t', '5', ...h264, '-bf', '0']);
  const last = ['-bsf:v', "setts=duration='if(eq(N,49),10.1/TB,DURATION)'", '-c:v', 'copy'];
  // Sets the time base of MP4, which the filter already uses.
  const long = ['-i', videos.path('short.mp4'), ...last, '-video_track_timescale', '10240'];
  await videos.make('held.mp4', long);
  const longAudio = ['-i', videos.path('held.mp4'), ...tone, '-t', '15', '-c:v', 'copy', ...coder];
  const name = `held-with-audio.${kind}`;
  const played = await test.play(await videos.make(name, longAudio));
  expectEndAt(played, 15);
  const source = { file: videos.path('short.mp4'), before: holdFor(10) };
  const [shown = [], expected = []] = await videos.shown(played.videos[0], source);
  expectSimilarFrames(shown, expected);
});

it('copies a video whose audio is less than a second longer', async () => {
  const { videos } = test;
  const video = await videos.make('alike.mp4', [...unequal(5, 5.8), ...h264, '-g', '20', '-c:a', 'aac']);
  const played = await test.play(video);
  expect(await videos.frameHash(played.videos[0].file)).toBe(
    await videos.frameHash(videos.path('alike.mp4')),
  );
});

it('warns about HDR colours that this ffmpeg build cannot convert', async () => {
  const { ffmpeg, ffprobe } = test.servers.programs;
  const script = `#!/bin/sh
case "$*" in *-filters*) "${ffmpeg}" "$@" | grep -v zscale; exit 0;; esac
exec "${ffmpeg}" "$@"
`;
  const path = await test.videos.write('without-zscale', Buffer.from(script));
  await chmod(path, 0o755);
  await test.replaceWorker({ FFMPEG_PATH: path, FFPROBE_PATH: ffprobe });
  const hdr = 'colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:log-level=none';
  const coder = ['-pix_fmt', 'yuv420p10le', '-c:v', 'libx265', '-x265-params', hdr];
  const video = await test.videos.make('hdr.mp4', [...picture('64x36', 5), '-t', '2', ...coder]);
  const { trailer } = await test.play(video);
  expect(trailer.warning).toMatch(/washed out: .* lacks the filters zscale and tonemap/);
});
