import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Frames } from '@secure-preview/marking';
import type { MediaPrograms } from '../../processing/ffmpeg/media-programs.js';
import { options } from '../../processing/ffmpeg/options.js';
import { piecesOf } from '../../processing/ffmpeg/pieces-of.js';
import { runFfmpeg } from '../../processing/ffmpeg/run-ffmpeg.js';
import { untrustedInput } from '../../processing/ffmpeg/untrusted-input.js';

export interface Sandbox {
  /** Working folder. */
  readonly dir: string;
  readonly signal: AbortSignal;
  /** `low` by default. */
  readonly priority?: 'low' | 'lowest';
  /** Seconds of a file that are decoded at most, whatever its header says. */
  readonly maxSeconds?: number;
}

interface Pictures {
  readonly output: Readable;
  /** Reports the seconds that were read. */
  readonly report: (seconds: number) => void;
}

/**
 * Returns a source of pictures that decodes files with ffmpeg, with the limits of uploads. Leaves out cover pictures.
 * Loops over its pictures throw an `InvalidMediaError` if the file cannot be decoded, or the reason of the signal.
 */
export function sandboxedFrames(programs: MediaPrograms, sandbox: Sandbox): Frames {
  const { dir, signal, priority = 'low', maxSeconds } = sandbox;
  return async function* frames(file, { fps, width, height, from = 0 }) {
    const args = [
      ...(from > 0 ? options({ ss: from.toFixed(4) }) : []),
      ...untrustedInput(file),
      ...options({
        map: '0:V:0',
        vf: `fps=${fps},scale=${width}:${height}:flags=area,format=gray`,
        ...(maxSeconds === undefined ? {} : { t: maxSeconds }),
        f: 'rawvideo',
      }),
      'pipe:1',
    ];
    const left = new AbortController();
    let open: (pictures: Pictures) => void;
    const opened = new Promise<Pictures>((resolve) => {
      open = resolve;
    });
    const run = runFfmpeg(programs, args, {
      dir,
      durationSeconds: null,
      signal: AbortSignal.any([signal, left.signal]),
      priority,
      onProgress: () => undefined,
      // The run ends after its output was read to the end.
      readOutput: async (output, report) => open({ output, report }),
    });
    try {
      const pictures = await Promise.race([opened, run]);
      let count = 0;
      for await (const picture of pictures ? piecesOf(pictures.output, width * height) : []) {
        yield picture;
        count += 1;
        pictures?.report(count / fps);
        // The work on a picture takes some 20 ms. Other work of the process has its turn after it.
        await setImmediate();
      }
      await run;
    } finally {
      left.abort();
      await run.catch(() => undefined);
    }
  };
}
