import { MINUTE_MS } from '@secure-preview/contracts';
import type { MediaPrograms } from '../ffmpeg/media-programs.js';
import { OutputLimitError, ProgramError, ProgramTimeoutError } from '../ffmpeg/run-program.js';
import { untrustedInput } from '../ffmpeg/untrusted-input.js';
import { InvalidMediaError } from '../processing-errors.js';
import { type PacketFacts, PacketScan } from './packet-scan.js';
import { readFacts } from './read-facts.js';
import type { SourceFacts } from './source-facts.js';

const PROBE_MS = MINUTE_MS;
/** Milliseconds. Reading the packets of 500 MB takes seconds, or a minute on a slow disk. */
const SCAN_MS = 5 * MINUTE_MS;

/** Maximum bytes of ffprobe's JSON. A video with a dozen streams takes about 20 KB. */
const MAX_DESCRIPTION_BYTES = 4e6;

interface ProbeOptions {
  readonly dir: string;
  readonly signal: AbortSignal;
}

function toInvalidMedia(error: unknown): unknown {
  if (error instanceof OutputLimitError) {
    return new InvalidMediaError('FILE_DESCRIPTION_TOO_LONG', { cause: error });
  }
  const isInvalidInput = error instanceof ProgramError && error.isCausedByInput;
  return isInvalidInput || error instanceof ProgramTimeoutError
    ? new InvalidMediaError('FILE_UNREADABLE', { cause: error })
    : error;
}

/** Reads the facts about an upload. @throws InvalidMediaError when it is unreadable or has no video */
export async function probe(
  programs: MediaPrograms,
  file: string,
  { dir, signal }: ProbeOptions,
): Promise<SourceFacts> {
  const lines: string[] = [];
  const args = ['-print_format', 'json', '-show_format', '-show_streams', ...untrustedInput(file)];
  const limits = { timeoutMs: PROBE_MS, maxPrinted: MAX_DESCRIPTION_BYTES };
  try {
    await programs.ffprobe(args, { dir, signal, ...limits, onLine: (line) => lines.push(line) });
  } catch (error) {
    throw toInvalidMedia(error);
  }
  return readFacts(lines.join('\n'));
}

/** Scans all packets of video and audio. @throws InvalidMediaError when the file cannot be read */
export async function scanPackets(
  programs: MediaPrograms,
  file: string,
  { video, audio }: Pick<SourceFacts, 'video' | 'audio'>,
  { dir, signal }: ProbeOptions,
): Promise<PacketFacts> {
  const scan = new PacketScan(video.index, audio?.index ?? null);
  const entries = 'packet=stream_index,pts_time,dts_time,duration_time,flags';
  try {
    await programs.ffprobe(['-show_entries', entries, '-of', 'csv=p=0', ...untrustedInput(file)], {
      dir,
      signal,
      timeoutMs: SCAN_MS,
      onLine: (line) => scan.line(line),
      onErrorLine: (text) => scan.errorLine(text),
    });
  } catch (error) {
    throw toInvalidMedia(error);
  }
  return scan.facts();
}
