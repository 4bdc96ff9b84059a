import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import type { Frames } from '@secure-preview/marking';
import { findFfmpeg } from '@secure-preview/testing';

const run = promisify(execFile);
let program: Promise<string> | undefined;

/** Returns the path of ffmpeg, looked for once. */
export function ffmpegPath(): Promise<string> {
  program ??= findFfmpeg().then(({ ffmpeg }) => ffmpeg);
  return program;
}

/** Runs ffmpeg. Returns its messages. */
export async function runFfmpeg(args: readonly string[], level = 'error'): Promise<string> {
  const { stderr } = await run(await ffmpegPath(), ['-nostdin', '-y', '-v', level, ...args], {
    maxBuffer: 1e8,
  });
  return stderr;
}

/** Streams the grey pictures of a file. */
export const frames: Frames = async function* (file, { fps, width, height, from = 0 }) {
  const child = spawn(
    await ffmpegPath(),
    [
      ...['-nostdin', '-v', 'error', '-threads', '2'],
      ...(from > 0 ? ['-ss', from.toFixed(4)] : []),
      ...['-i', file, '-an', '-vf', `fps=${fps},scale=${width}:${height}:flags=area,format=gray`],
      ...['-f', 'rawvideo', '-'],
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
