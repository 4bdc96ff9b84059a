import { findFfmpeg, until } from '@secure-preview/testing';
import { MediaPrograms } from '../../processing/ffmpeg/media-programs.js';
import { withWorkFolder } from '../../processing/work-folder.js';
import { h264, picture, VideoMaker } from '../../testing/make-video.js';
import { programsOf } from '../../testing/media-process.js';
import { type Sandbox, sandboxedFrames } from './sandboxed-frames.js';

const small = { width: 64, height: 36, fps: 25 };
let videos: VideoMaker;
let programs: MediaPrograms;
let film: string;

beforeAll(async () => {
  const found = await findFfmpeg();
  videos = await VideoMaker.start(found);
  programs = new MediaPrograms(found.ffmpeg, found.ffprobe);
  film = videos.path('film.mp4');
  await videos.make('film.mp4', [...picture('640x360', 25), '-t', '20', ...h264]);
});
afterAll(() => videos?.stop());

/** Counts the pictures of a file up to a number. */
async function count(file: string, sandbox: Partial<Sandbox> = {}, most = Number.POSITIVE_INFINITY) {
  return withWorkFolder(async (dir) => {
    const frames = sandboxedFrames(programs, { dir, signal: new AbortController().signal, ...sandbox });
    let pictures = 0;
    for await (const { length } of frames(file, small)) {
      expect(length).toBe(64 * 36);
      pictures += 1;
      if (pictures === most) break;
    }
    return pictures;
  });
}

const ended = () => until(() => programsOf(process.pid).length === 0, { what: 'the end of the programs' });

it('streams grey pictures at a rate, from a time on', async () => {
  expect(await count(film)).toBe(500);
  await withWorkFolder(async (dir) => {
    const frames = sandboxedFrames(programs, { dir, signal: new AbortController().signal });
    const read = async (from: number, fps: number) => {
      const pictures: Buffer[] = [];
      for await (const one of frames(film, { ...small, fps, from })) pictures.push(Buffer.from(one));
      return pictures;
    };
    const [all, later] = [await read(0, 5), await read(16, 5)];
    expect([all.length, later.length]).toEqual([100, 20]);
    expect(later[5]).toEqual(all[85]);
    expect(all[0]).not.toEqual(all[85]);
  });
});

it('ends the program when its pictures are no longer read', async () => {
  expect(await count(film, {}, 3)).toBe(3);
  await ended();
});

it('decodes a limited time', async () => {
  expect(await count(film, { maxSeconds: 2 })).toBe(50);
});

it('ends with the signal', async () => {
  const stop = new AbortController();
  const reading = withWorkFolder(async (dir) => {
    for await (const _ of sandboxedFrames(programs, { dir, signal: stop.signal })(film, small))
      stop.abort(new Error('stopped'));
  });
  await expect(reading).rejects.toThrow('stopped');
  await expect(count(film, { signal: stop.signal })).rejects.toThrow('stopped');
  await ended();
});

it('rejects files that are no videos, or only pictures of a song', async () => {
  const text = await videos.write('text.mp4', Buffer.from('no video'));
  await expect(count(text)).rejects.toMatchObject({ notice: { code: 'FILE_DAMAGED' } });
  await videos.make('cover.png', [...picture('64x36', 1), '-frames:v', '1']);
  const song = ['-i', videos.path('cover.png'), '-f', 'lavfi', '-t', '1', '-i', 'sine'];
  const cover = ['-map', '0', '-map', '1', '-c:v', 'copy', '-disposition:v', 'attached_pic'];
  await videos.make('song.mp4', [...song, ...cover]);
  await expect(count(videos.path('song.mp4'))).rejects.toMatchObject({ notice: { code: 'FILE_DAMAGED' } });
});
