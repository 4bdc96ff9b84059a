import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findFfmpeg } from '@secure-preview/embedded';

export interface VideoOptions {
  seconds: number;
  /** For example `1280x720`. */
  size: string;
  /** Bits per second of video. By default, the encoder decides. */
  videoBitsPerSecond?: number;
}

/** Seconds of unique video; a longer video repeats them. */
const CLIP_SECONDS = 30;

/** Creates an H.264/AAC video in `dir` and returns its path. */
export async function makeVideo(
  dir: string,
  { seconds, size, videoBitsPerSecond }: VideoOptions,
): Promise<string> {
  const { ffmpeg } = await findFfmpeg((line) => console.error(line));
  const run = (...args: string[]) => execFileSync(ffmpeg, ['-nostdin', '-v', 'error', '-y', ...args]);
  const clip = join(dir, 'clip.mp4');
  const video = join(dir, 'video.mp4');
  const bits = String(videoBitsPerSecond);
  // Grain makes a frame as expensive to encode as one from a camera.
  const grain = videoBitsPerSecond === undefined ? '' : ',noise=alls=12:allf=t';
  const rate = videoBitsPerSecond === undefined ? [] : ['-b:v', bits, '-maxrate', bits, '-bufsize', bits];
  const length = Math.min(seconds, CLIP_SECONDS);
  run(
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=${size}:rate=25:duration=${length}${grain}`,
    '-f',
    'lavfi',
    '-i',
    `sine=frequency=440:duration=${length}`,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    ...rate,
    '-pix_fmt',
    'yuv420p',
    '-g',
    '50',
    '-c:a',
    'aac',
    clip,
  );
  run('-stream_loop', '-1', '-i', clip, '-t', String(seconds), '-c', 'copy', video);
  return video;
}
