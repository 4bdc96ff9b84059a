import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findFfmpeg } from '@secure-preview/testing';

/** Frames per second: few, because each is encoded in several sizes, and drawn by a browser without a graphics card. */
const RATE = 12;

/**
 * Returns the ffmpeg input of a slow sunrise, which suits the screenshots in the documentation. It is drawn
 * small and enlarged, which takes a third of the processor time.
 */
function picture(seconds: number, [width, height]: Size): string[] {
  const sunrise =
    'nb_colors=4:c0=0x05060f:c1=0x3b1d4a:c2=0xd9823b:c3=0x0b1230:x0=160:y0=0:x1=160:y1=90:speed=0.04';
  const source = `gradients=size=160x90:rate=${RATE}:duration=${seconds}:${sunrise}`;
  // Without `setsar`, a video with another aspect ratio would be displayed with the ratio of the small source.
  return ['-f', 'lavfi', '-i', `${source},scale=${width}:${height},setsar=1`];
}
type Size = readonly [width: number, height: number];
const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];

/** Test videos by container, each with video and audio. */
const recipes = {
  mp4: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', `${2 * RATE}`, '-c:a', 'aac'],
  avi: ['-c:v', 'mpeg4', '-q:v', '5', '-c:a', 'libmp3lame'],
  mkv: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'],
} as const;

export interface MediaFiles {
  video(container: keyof typeof recipes, seconds?: number, size?: Size): string;
  /** Concatenates a video with itself, without encoding. */
  repeat(video: string, times: number): string;
  /** Returns a PNG of the given size. */
  image(width: number, height: number): string;
  dispose(): void;
}

export async function mediaFiles(): Promise<MediaFiles> {
  const { ffmpeg } = await findFfmpeg();
  const folder = mkdtempSync(join(tmpdir(), 'videos-'));
  const make = (name: string, args: readonly string[]) => {
    const file = join(folder, name);
    if (existsSync(file)) return file;
    execFileSync(ffmpeg, ['-nostdin', '-v', 'error', '-y', ...args, file], { timeout: 180_000 });
    return file;
  };
  return {
    video: (container, seconds = 6, size = [640, 360]) =>
      make(`video-${seconds}-${size.join('x')}.${container}`, [
        ...picture(seconds, size),
        ...tone(seconds),
        ...recipes[container],
      ]),
    repeat: (video, times) =>
      make(`${times}-times-${basename(video)}`, [
        '-stream_loop',
        String(times - 1),
        '-i',
        video,
        '-c',
        'copy',
      ]),
    image: (width, height) =>
      make(`image-${width}x${height}.png`, [
        '-f',
        'lavfi',
        '-i',
        `testsrc2=size=${width}x${height}`,
        '-frames:v',
        '1',
      ]),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
