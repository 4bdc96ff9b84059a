import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ProgramOptions, runProgram } from './run-program.js';

/** What differs between builds of ffmpeg. */
export interface FfmpegFeatures {
  /** `-fps_mode` (from 5.1) rather than `-vsync`. */
  readonly fpsMode: boolean;
  /** Filters that bring HDR to SDR. */
  readonly toneMapping: boolean;
}

const VERSION_MS = 20_000;

/** ffprobe is the one named, else the one beside ffmpeg. */
function probeBeside(ffmpeg: string): string {
  return ffmpeg.includes('/') ? join(dirname(ffmpeg), 'ffprobe') : 'ffprobe';
}

/** The two programs that read uploads. */
export class MediaPrograms {
  private known: Promise<FfmpegFeatures> | undefined;
  private runnable = false;
  private readonly ffprobePath: string;

  constructor(
    private readonly ffmpegPath: string,
    ffprobePath: string | undefined,
  ) {
    this.ffprobePath = ffprobePath ?? probeBeside(ffmpegPath);
  }

  ffmpeg(args: readonly string[], options: ProgramOptions): Promise<void> {
    return runProgram(this.ffmpegPath, ['-nostdin', '-hide_banner', '-loglevel', 'error', ...args], options);
  }

  ffprobe(args: readonly string[], options: ProgramOptions): Promise<void> {
    return runProgram(this.ffprobePath, ['-hide_banner', '-loglevel', 'error', ...args], options);
  }

  /** `ok` when both programs can be run, else which one cannot. */
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

  /** Asked of the program once. */
  features(dir: string, signal: AbortSignal): Promise<FfmpegFeatures> {
    this.known ??= this.detect(dir, signal).catch((error: unknown) => {
      this.known = undefined;
      throw error;
    });
    return this.known;
  }

  private async detect(dir: string, signal: AbortSignal): Promise<FfmpegFeatures> {
    const filters: string[] = [];
    let version = '';
    const options = { dir, signal, timeoutMs: VERSION_MS };
    await runProgram(this.ffmpegPath, ['-version'], {
      ...options,
      onLine: (line) => {
        version ||= line;
      },
    });
    await runProgram(this.ffmpegPath, ['-hide_banner', '-filters'], {
      ...options,
      onLine: (line) => filters.push(line.trim().split(/\s+/)[1] ?? ''),
    });
    return {
      fpsMode: hasFpsMode(version),
      toneMapping: filters.includes('zscale') && filters.includes('tonemap'),
    };
  }
}

/** Builds from a development tree name no number and are newer than any release that matters here. */
function hasFpsMode(versionLine: string): boolean {
  const [, major, minor] = /version n?(\d+)\.(\d+)/.exec(versionLine) ?? [];
  if (major === undefined) return true;
  return Number(major) > 5 || (Number(major) === 5 && Number(minor) >= 1);
}
