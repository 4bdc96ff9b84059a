import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaPrograms } from './ffmpeg/media-programs.js';
import { ProgramError, ProgramTimeout } from './ffmpeg/run-program.js';
import { FileFault } from './file-fault.js';
import { type Output, readOutput } from './hls/read-output.js';
import { encodeArgs } from './plan/encode-args.js';
import { remuxArgs } from './plan/remux-args.js';
import { isCuttable, isPlayable } from './plan/remuxable.js';
import { scanPackets } from './probe/probe.js';
import type { SourceFacts } from './probe/source-facts.js';

/** Wall-clock limit: a slow machine encodes at a fifteenth of the playing speed. */
const BASE_MS = 10 * 60_000;
const MS_PER_SECOND = 15_000;
/** Bytes that ffmpeg may write; encoded renditions are planned to stay under 8 GB. */
const MAX_OUTPUT_BYTES = 10e9;
const SIZE_CHECK_MS = 5000;

export interface Transcode {
  readonly programs: MediaPrograms;
  readonly file: string;
  /** Empty folder that the segments are written to. */
  readonly dir: string;
  readonly source: SourceFacts;
  readonly signal: AbortSignal;
  /** @param share of the work, 0 to 1 */
  readonly onProgress: (step: 'remux' | 'encode', share: number) => void;
}

async function folderBytes(dir: string): Promise<number> {
  const names = await readdir(dir);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(dir, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Out of disk or memory is no fault of the file. */
const isMachineFault = (error: ProgramError): boolean =>
  !error.blamesInput || /No space left on device|Cannot allocate memory/.test(error.output);

function asFault(error: unknown): unknown {
  if (error instanceof ProgramTimeout) {
    return new FileFault('The file takes too long to process.', { cause: error });
  }
  if (!(error instanceof ProgramError) || isMachineFault(error)) return error;
  return new FileFault('The file is damaged, or its picture or sound is in a format that cannot be read.', {
    cause: error,
  });
}

/** Runs ffmpeg over the source, reporting progress and watching the size of what it writes. */
async function run(step: 'remux' | 'encode', args: string[], job: Transcode): Promise<void> {
  const { programs, dir, source, onProgress } = job;
  const tooLarge = new AbortController();
  const watch = setInterval(() => {
    void folderBytes(dir).then((bytes) => {
      if (bytes > MAX_OUTPUT_BYTES) tooLarge.abort(new FileFault('The processed video would be too large.'));
    });
  }, SIZE_CHECK_MS);
  const total = source.durationSeconds;
  try {
    await programs.ffmpeg(args, {
      dir,
      signal: AbortSignal.any([job.signal, tooLarge.signal]),
      background: step === 'encode',
      timeoutMs: BASE_MS + (total ?? 3600) * MS_PER_SECOND,
      onLine: (line) => {
        const [, microseconds] = /^out_time_us=(\d+)$/.exec(line) ?? [];
        if (microseconds && total) onProgress(step, Math.min(1, Number(microseconds) / 1e6 / total));
      },
    });
  } catch (error) {
    throw asFault(error);
  } finally {
    clearInterval(watch);
  }
}

/**
 * Makes one HLS rendition of a source: by copying its packets where browsers can play them and they can be cut,
 * else by encoding.
 *
 * @throws FileFault when nothing playable comes out of it
 */
export async function transcode(job: Transcode): Promise<Output & { step: 'remux' | 'encode' }> {
  const { programs, file, dir, source, signal } = job;
  const copy =
    isPlayable(source) && isCuttable(await scanPackets(programs, file, source.video.index, { dir, signal }));
  const step = copy ? 'remux' : 'encode';
  job.onProgress(step, 0);
  const args = copy
    ? remuxArgs(file, source)
    : encodeArgs(file, source, await programs.features(dir, signal));
  await run(step, args, job);
  const output = await readOutput(dir, source.audio !== null);
  if (output === undefined) {
    throw new FileFault('The file is damaged or incomplete: no picture of it can be read.');
  }
  return { ...output, step };
}
