import { spawn } from 'node:child_process';
import type { Frames } from '../detect/video/frames.js';

/** Returns a source of pictures that runs ffmpeg. */
export function ffmpegFrames(ffmpeg: string): Frames {
  return async function* frames(file, { fps, width, height, from = 0 }) {
    const filters = `fps=${fps},scale=${width}:${height}:flags=area,format=gray`;
    const input = from > 0 ? ['-ss', from.toFixed(4), '-i', file] : ['-i', file];
    const child = spawn(
      ffmpeg,
      [
        '-nostdin',
        '-loglevel',
        'error',
        '-threads',
        '2',
        ...input,
        '-an',
        '-vf',
        filters,
        '-f',
        'rawvideo',
        '-',
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const picture = new Uint8Array(width * height);
    let filled = 0;
    try {
      for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.length; ) {
          const taken = Math.min(chunk.length - at, picture.length - filled);
          picture.set(chunk.subarray(at, at + taken), filled);
          at += taken;
          filled += taken;
          if (filled < picture.length) continue;
          filled = 0;
          yield picture;
        }
      }
    } finally {
      child.kill('SIGKILL');
    }
  };
}
