import { mkdir, writeFile } from 'node:fs/promises';
import { withExternalReference } from '../../testing/external-reference.js';
import { h264, picture, VideoMaker } from '../../testing/make-video.js';
import { type MediaServers, startMediaServers } from '../../testing/media-servers.js';
import { probe } from '../probe/probe.js';
import { InvalidMediaError } from '../processing-errors.js';
import { copySource } from '../transcode.js';
import { MediaPrograms } from './media-programs.js';

let servers: MediaServers;
let videos: VideoMaker;
let programs: MediaPrograms;
let victim: Buffer;

const never = new AbortController().signal;

beforeAll(async () => {
  servers = await startMediaServers();
  videos = await VideoMaker.start(servers.programs);
  programs = new MediaPrograms(servers.programs.ffmpeg, servers.programs.ffprobe);
  victim = await videos.make('victim.mp4', [...picture(), '-t', '1', ...h264]);
});
afterAll(async () => {
  await videos?.stop();
  await servers?.stop();
});

/** Writes an attacker's upload to the worker's disk. */
async function attack(body: string | Buffer): Promise<string> {
  await writeFile(videos.path('attack.mp4'), body);
  return videos.path('attack.mp4');
}

it.each([
  ['a list of other files', "ffconcat version 1.0\nfile 'victim.mp4'\n"],
  ['a playlist', '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nvictim.ts\n#EXT-X-ENDLIST\n'],
])('does not follow %s with a video file name', async (_what, body) => {
  await videos.make('victim.ts', [...picture(), '-t', '1', ...h264]);
  const file = await attack(body);
  const unguarded = await videos.probe(file);
  expect(unguarded.streams[0]).toMatchObject({ codec_name: 'h264' });
  await expect(probe(programs, file, { dir: videos.dir, signal: never })).rejects.toBeInstanceOf(
    InvalidMediaError,
  );
});

it('does not follow a MOV reference to video in another file', async () => {
  const file = await attack(withExternalReference(victim, videos.path('victim.mp4')));
  const frameHashArgs = ['-map', '0:v', '-f', 'hash', '-'];
  const followed = await videos.ffmpeg([
    '-enable_drefs',
    '1',
    '-use_absolute_path',
    '1',
    '-i',
    file,
    ...frameHashArgs,
  ]);
  expect(followed).toBe(await videos.ffmpeg(['-i', videos.path('victim.mp4'), ...frameHashArgs]));

  const dir = videos.path('segments');
  await mkdir(dir);
  const work = async () => {
    const source = await probe(programs, file, { dir, signal: never });
    return copySource({
      programs,
      file,
      dir,
      source,
      end: null,
      signal: never,
      segmentSeconds: 4,
      marking: null,
      onProgress: () => undefined,
    });
  };
  await expect(work()).rejects.toBeInstanceOf(InvalidMediaError);
});
