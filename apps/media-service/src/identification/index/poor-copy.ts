import type { MediaPrograms } from '../../processing/ffmpeg/media-programs.js';
import { options } from '../../processing/ffmpeg/options.js';
import { runFfmpeg } from '../../processing/ffmpeg/run-ffmpeg.js';
import { untrustedInput, WORKING_THREADS } from '../../processing/ffmpeg/untrusted-input.js';
import { PROGRESS } from '../../processing/plan/hls-output.js';

/** Length of the shorter side in pixels, and constant rate factor of x264: worse than most copies in circulation. */
const SIDE = 360;
const RATE_FACTOR = 35;

/** Scales the shorter side to at most `SIDE`. */
const SCALE = `scale=w='if(gte(iw,ih),-2,min(${SIDE},iw))':h='if(gte(iw,ih),min(${SIDE},ih),-2)'`;

/** Makes a small and poor copy of a file's picture, as if it had been passed on. */
export async function poorCopy(
  programs: MediaPrograms,
  file: string,
  copy: string,
  { dir, signal }: { readonly dir: string; readonly signal: AbortSignal },
): Promise<void> {
  const args = [
    ...untrustedInput(file),
    ...options({
      map: '0:V:0',
      vf: `${SCALE},format=yuv420p`,
      'c:v': 'libx264',
      preset: 'veryfast',
      crf: RATE_FACTOR,
      threads: WORKING_THREADS,
    }),
    ...PROGRESS,
    copy,
  ];
  await runFfmpeg(programs, args, {
    dir,
    durationSeconds: null,
    signal,
    priority: 'lowest',
    onProgress: () => undefined,
  });
}
