import { h264, picture, tone, VideoMaker } from '../testing/make-video.js';
import { MediaApp } from '../testing/media-app.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import { downloadTrailer } from '../testing/play.js';

let servers: MediaServers;
let app: MediaApp;
let videos: VideoMaker;

beforeAll(async () => {
  servers = await startMediaServers();
  videos = await VideoMaker.start(servers.programs);
  app = await MediaApp.start(servers.environment);
});
afterAll(async () => {
  await app?.close();
  await videos?.stop();
  await servers?.stop();
});

/** Uploads, waits until it can be played, and plays it. */
async function play(source: Buffer) {
  const { id } = await app.accept(source);
  const trailer = await app.processed(id);
  expect(trailer).toMatchObject({ status: 'ready', failure: null, progress: 100 });
  const file = await downloadTrailer(app, id, videos.dir);
  const { streams } = await videos.probe(file);
  const video = streams.find(({ codec_type }) => codec_type === 'video');
  const audio = streams.find(({ codec_type }) => codec_type === 'audio');
  return { id, trailer, file, video, audio };
}

it('copies what browsers play: every picture of an H.264/AAC MP4 stays as it was', async () => {
  const source = await videos.make('plain.mp4', [...picture(), ...tone, '-t', '6', ...h264, '-c:a', 'aac']);
  const { file, video, audio, trailer } = await play(source);
  expect(await videos.pictureHash(file)).toBe(await videos.pictureHash(videos.path('plain.mp4')));
  expect(video).toMatchObject({ codec_name: 'h264', width: 320, height: 180, nb_read_frames: '150' });
  expect(audio).toMatchObject({ codec_name: 'aac', sample_rate: '44100' });
  expect(trailer.durationSeconds).toBeCloseTo(6, 1);
});
