import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { HOUR_MS } from '@secure-preview/contracts';
import { InvalidMediaError } from '../processing-errors.js';
import type { MediaPrograms } from './media-programs.js';
import { GRACE_MS, MinimumSpeed } from './minimum-speed.js';
import { ProgramError, ProgramTimeoutError } from './run-program.js';
import { STALL_MS, StallDetector } from './stall-detector.js';

/** Maximum milliseconds of a run, regardless of the length in the file's header. */
export const MAX_RUN_MS = 12 * HOUR_MS;
/** Bytes that one run may write; encoded renditions are planned to stay under 8 GB each. */
const MAX_OUTPUT_BYTES = 20e9;
const SIZE_CHECK_MS = 5000;

export interface FfmpegRun {
  /** Working folder for all output. */
  readonly dir: string;
  readonly durationSeconds: number | null;
  readonly signal: AbortSignal;
  readonly priority: 'normal' | 'low' | 'lowest';
  /** @param share completed share of the work, 0 to 1 */
  readonly onProgress: (share: number) => void;
  /**
   * Reads standard output as bytes. Without it, standard output is the progress.
   *
   * @param report reports the seconds read so far
   */
  readonly readOutput?: (output: Readable, report: (seconds: number) => void) => Promise<void>;
  /** Milliseconds without progress after which the run is aborted. */
  readonly stallMs?: number;
  /** Milliseconds before the minimum speed applies. */
  readonly graceMs?: number;
  /** Maximum milliseconds of the run. */
  readonly maxMs?: number;
}

async function folderBytes(dir: string): Promise<number> {
  const names = await readdir(dir, { recursive: true });
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(dir, name)).then(
        (entry) => (entry.isFile() ? entry.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function toProcessingError(error: unknown): unknown {
  if (error instanceof ProgramTimeoutError)
    return new InvalidMediaError('PROCESSING_TOO_SLOW', { cause: error });
  // A full disk is not caused by the file.
  if (!(error instanceof ProgramError) || !error.isCausedByInput || /No space left/.test(error.output))
    return error;
  // The program reached its memory limit. If the machine lacked memory, the kernel would have killed it.
  return /Cannot allocate memory/.test(error.output)
    ? new InvalidMediaError('PROCESSING_NEEDS_MEMORY', {
        cause: error,
      })
    : new InvalidMediaError('FILE_DAMAGED', {
        cause: error,
      });
}

/**
 * Runs ffmpeg on an upload and reports progress. Aborts a run that is too slow or writes too much.
 *
 * @throws InvalidMediaError when the file prevents the run from succeeding
 */
export async function runFfmpeg(programs: MediaPrograms, args: string[], run: FfmpegRun): Promise<void> {
  const { dir, durationSeconds, priority, onProgress, readOutput } = run;
  const { stallMs = STALL_MS, graceMs = GRACE_MS, maxMs = MAX_RUN_MS } = run;
  const failure = new AbortController();
  const abortSlowRun = () => failure.abort(new InvalidMediaError('PROCESSING_TOO_SLOW'));
  const stallDetector = new StallDetector(stallMs, abortSlowRun);
  const speed = new MinimumSpeed(graceMs, abortSlowRun);
  const sizeCheck = setInterval(() => {
    void folderBytes(dir).then(
      (bytes) => {
        if (bytes > MAX_OUTPUT_BYTES) failure.abort(new InvalidMediaError('PROCESSING_TOO_LARGE'));
      },
      () => undefined,
    );
  }, SIZE_CHECK_MS);
  const onLine = (line: string): void => {
    stallDetector.line(line);
    const [, microseconds] = /^out_time_us=(\d+)$/.exec(line) ?? [];
    const outputSeconds = Number(microseconds ?? 0) / 1e6;
    speed.report(outputSeconds);
    if (microseconds && durationSeconds) onProgress(Math.min(1, outputSeconds / durationSeconds));
  };
  const report = (seconds: number) => onLine(`out_time_us=${Math.round(seconds * 1e6)}`);
  try {
    await programs.ffmpeg(args, {
      dir,
      priority,
      signal: AbortSignal.any([run.signal, failure.signal]),
      timeoutMs: maxMs,
      onLine,
      ...(readOutput ? { readOutput: (output: Readable) => readOutput(output, report) } : {}),
    });
  } catch (error) {
    throw toProcessingError(error);
  } finally {
    clearInterval(sizeCheck);
    stallDetector.stop();
  }
}
