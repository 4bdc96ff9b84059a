import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OUTPUT } from '../plan/hls-output.js';
import { AAC_LC, codecString, codedSize } from './codec-string.js';
import { joinShortTail, type ListedSegment } from './short-tail.js';

export interface OutputFile {
  readonly path: string;
  readonly bytes: number;
  /** Null for the initialisation segment. */
  readonly durationSeconds: number | null;
}

/** ffmpeg's output in one folder: the initialisation segment, then all others in order. */
export interface Output {
  readonly files: readonly OutputFile[];
  readonly durationSeconds: number;
  /** RFC 6381. */
  readonly codecs: string;
  /** Null for audio. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly peakBitsPerSecond: number;
  readonly averageBitsPerSecond: number;
}

/** Returns segment names and durations from ffmpeg's playlist. */
function parsePlaylist(playlist: string): ListedSegment[] {
  return [...playlist.matchAll(/^#EXTINF:([\d.]+),[^\n]*\n(?:[^\n]*\/)?([\w.]+)$/gm)].map(
    ([, seconds = '', name = '']) => ({
      name,
      durationSeconds: Number.parseFloat(seconds),
    }),
  );
}

/** Minimum seconds used to compute the peak: very short segments must not inflate it. */
const PEAK_MIN_SECONDS = 1;

/** Returns the peak and mean bit rate of a rendition's segments. */
export function bitRates(
  files: readonly OutputFile[],
  durationSeconds: number,
): Pick<Output, 'peakBitsPerSecond' | 'averageBitsPerSecond'> {
  let peak = 0;
  let total = 0;
  for (const { bytes, durationSeconds: seconds } of files) {
    if (seconds === null) continue;
    total += bytes;
    peak = Math.max(peak, (bytes * 8) / Math.max(seconds, PEAK_MIN_SECONDS));
  }
  const averageBitsPerSecond = Math.ceil((total * 8) / durationSeconds);
  return { averageBitsPerSecond, peakBitsPerSecond: Math.max(averageBitsPerSecond, Math.ceil(peak)) };
}

/** Reads ffmpeg's output in a folder; undefined when it contains nothing playable. */
export async function readOutput(dir: string, kind: 'video' | 'audio'): Promise<Output | undefined> {
  const playlist = await readFile(join(dir, OUTPUT.playlist), 'utf8').catch(() => '');
  const segments = await joinShortTail(dir, parsePlaylist(playlist));
  const durationSeconds = segments.reduce((sum, segment) => sum + segment.durationSeconds, 0);
  if (segments.length === 0 || durationSeconds <= 0) return undefined;
  const initPath = join(dir, OUTPUT.init);
  const init = await readFile(initPath);
  const files: OutputFile[] = [{ path: initPath, bytes: init.length, durationSeconds: null }];
  for (const segment of segments) {
    const path = join(dir, segment.name);
    const { size } = await stat(path);
    files.push({ path, bytes: size, durationSeconds: segment.durationSeconds });
  }
  return {
    files,
    durationSeconds,
    ...(kind === 'video'
      ? { codecs: codecString(init), size: codedSize(init) }
      : { codecs: AAC_LC, size: null }),
    ...bitRates(files, durationSeconds),
  };
}
