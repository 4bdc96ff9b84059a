import { h264, picture, tone } from '../testing/make-video.js';
import { PROCESSING_MS, ProcessingTest } from '../testing/processing.js';
import { expectSimilarFrames } from '../testing/similar-frames.js';

let test: ProcessingTest;
beforeAll(async () => {
  test = await ProcessingTest.start();
}, PROCESSING_MS);
afterAll(() => test?.stop());

const quick265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none'];
const quickVp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '1M'];

it.each([
  ['AVI with MPEG-4 and MP3', 'old.avi', ['-c:v', 'mpeg4', '-q:v', '4', '-c:a', 'libmp3lame']],
  ['MKV with H.264 and Vorbis', 'film.mkv', [...h264, '-c:a', 'libvorbis']],
  ['MKV with HEVC and FLAC', 'hevc.mkv', [...quick265, '-c:a', 'flac']],
  ['MKV with VP9 and AC-3', 'vp9.mkv', [...quickVp9, '-c:a', 'ac3']],
  ['MP4 with HEVC and AAC', 'phone.mp4', [...quick265, '-tag:v', 'hvc1', '-c:a', 'aac']],
  ['MOV with ProRes and PCM', 'edit.mov', ['-c:v', 'prores', '-profile:v', '0', '-c:a', 'pcm_s16le']],
  ['MOV with Motion JPEG', 'camera.mov', ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj422p', '-c:a', 'pcm_s16le']],
  ['WebM with VP9 and Opus', 'web.webm', [...quickVp9, '-c:a', 'libopus']],
  ['MPEG-TS with MPEG-2', 'broadcast.ts', ['-c:v', 'mpeg2video', '-q:v', '4', '-c:a', 'mp2']],
  ['ASF with WMV2 and WMA', 'windows.wmv', ['-c:v', 'wmv2', '-q:v', '4', '-c:a', 'wmav2']],
  ['FLV', 'flash.flv', ['-c:v', 'flv', '-q:v', '4', '-c:a', 'libmp3lame']],
  ['Ogg with Theora', 'free.ogv', ['-c:v', 'libtheora', '-q:v', '8', '-c:a', 'libvorbis']],
  ['MPEG program stream', 'disc.mpg', ['-c:v', 'mpeg2video', '-q:v', '4', '-c:a', 'mp2']],
])('encodes %s and shows the same frames as the source', async (_kind, name, codecs) => {
  const { videos } = test;
  const source = await videos.make(name, [...picture('160x90'), ...tone, '-t', '5', ...codecs]);
  const played = await test.play(source);
  const video = await played.video();
  expect(video).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p', width: 160, height: 90 });
  expect(await played.audioStream()).toMatchObject({ codec_name: 'aac', sample_rate: '48000' });
  expect(Number(video['nb_read_frames'])).toBeGreaterThanOrEqual(124);
  expect(played.trailer.durationSeconds).toBeCloseTo(5, 0);
  expect(played.videos[0].segments).toHaveLength(2);
  const [shown = [], expected = []] = await videos.shown(played.videos[0], { file: videos.path(name) });
  expectSimilarFrames(shown, expected);
});
