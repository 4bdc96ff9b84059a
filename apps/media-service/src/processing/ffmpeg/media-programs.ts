import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inChildSpan } from '@secure-preview/service-kit';
import { type ProgramOptions, runProgram } from './run-program.js';

/** Features that differ between builds of ffmpeg. */
export interface FfmpegFeatures {
  /** `-fps_mode` (from 5.1) rather than `-vsync`. */
  readonly fpsMode: boolean;
  /** Filters that convert HDR to SDR. */
  readonly toneMapping: boolean;
  /** The bitstream filter that corrects durations (from 4.4). */
  readonly durations: boolean;
}

const VERSION_MS = 20_000;
/**
 * Maximum bytes of address space of one program. The largest allowed frames, 8192×4352, fit in 16 bits with
 * all reference frames.
 */
const MAX_MEMORY = 8 * 2 ** 30;

/** Returns the path of ffprobe in ffmpeg's folder. */
function siblingFfprobe(ffmpeg: string): string {
  return ffmpeg.includes('/') ? join(dirname(ffmpeg), 'ffprobe') : 'ffprobe';
}

/** Runs one of the programs on an upload. The trace omits the arguments, which contain file paths. */
function runOnUpload(
  name: 'ffmpeg' | 'ffprobe',
  path: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<void> {
  const quiet = ['-hide_banner', '-loglevel', 'error', ...args];
  return inChildSpan(
    name,
    () => ({ 'process.executable.name': name, 'portal.priority': options.priority ?? 'normal' }),
    () => runProgram(path, quiet, { ...options, maxMemory: MAX_MEMORY }),
  );
}

/** Runs the two programs that read uploads. */
export class MediaPrograms {
  private detectedFeatures: Promise<FfmpegFeatures> | undefined;
  private runnable = false;
  private readonly ffprobePath: string;

  constructor(
    private readonly ffmpegPath: string,
    ffprobePath: string | undefined,
  ) {
    this.ffprobePath = ffprobePath ?? siblingFfprobe(ffmpegPath);
  }

  ffmpeg(args: readonly string[], options: ProgramOptions): Promise<void> {
    return runOnUpload('ffmpeg', this.ffmpegPath, ['-nostdin', '-y', ...args], options);
  }

  ffprobe(args: readonly string[], options: ProgramOptions): Promise<void> {
    return runOnUpload('ffprobe', this.ffprobePath, args, options);
  }

  /** Returns `ok` when both programs can be run; otherwise names the program that cannot. */
  async describe(): Promise<string> {
    if (this.runnable) return 'ok';
    const options = { dir: tmpdir(), signal: AbortSignal.timeout(VERSION_MS), timeoutMs: VERSION_MS };
    for (const program of [this.ffmpegPath, this.ffprobePath]) {
      try {
        await runProgram(program, ['-version'], { ...options, onLine: () => undefined });
      } catch {
        return `${program} cannot be run`;
      }
    }
    this.runnable = true;
    return 'ok';
  }

  /** Returns the features of this build, detected once. */
  features(dir: string, signal: AbortSignal): Promise<FfmpegFeatures> {
    this.detectedFeatures ??= this.detect(dir, signal).catch((error: unknown) => {
      this.detectedFeatures = undefined;
      throw error;
    });
    return this.detectedFeatures;
  }

  private async detect(dir: string, signal: AbortSignal): Promise<FfmpegFeatures> {
    const readLines = async (...args: string[]): Promise<string[]> => {
      const lines: string[] = [];
      const onLine = (line: string) => lines.push(line.trim());
      await runProgram(this.ffmpegPath, args, { dir, signal, timeoutMs: VERSION_MS, onLine });
      return lines;
    };
    const [version = ''] = await readLines('-version');
    const filters = (await readLines('-hide_banner', '-filters')).map((line) => line.split(/\s+/)[1]);
    return {
      fpsMode: hasFpsMode(version),
      toneMapping: filters.includes('zscale') && filters.includes('tonemap'),
      durations: (await readLines('-hide_banner', '-bsfs')).includes('setts'),
    };
  }
}

/** Returns whether this version has `-fps_mode`. Development builds have no number and count as newer. */
function hasFpsMode(versionLine: string): boolean {
  const [, major, minor] = /version n?(\d+)\.(\d+)/.exec(versionLine) ?? [];
  if (major === undefined) return true;
  return Number(major) > 5 || (Number(major) === 5 && Number(minor) >= 1);
}
