import type { MediaPrograms } from '../ffmpeg/media-programs.js';
import { ProgramError, ProgramTimeout } from '../ffmpeg/run-program.js';
import { untrustedInput } from '../ffmpeg/untrusted-input.js';
import { FileFault } from '../file-fault.js';
import { type PacketFacts, PacketScan } from './packet-scan.js';
import { readFacts } from './read-facts.js';
import type { SourceFacts } from './source-facts.js';

const PROBE_MS = 60_000;
/** Reading the packets of 500 MB takes seconds, on a slow disk a minute. */
const SCAN_MS = 5 * 60_000;

const UNREADABLE = 'The file is damaged or incomplete, or not a video that this portal can read.';

interface ProbeOptions {
  readonly dir: string;
  readonly signal: AbortSignal;
}

function asFileFault(error: unknown): unknown {
  const refused = error instanceof ProgramError && error.blamesInput;
  return refused || error instanceof ProgramTimeout ? new FileFault(UNREADABLE, { cause: error }) : error;
}

/** @throws FileFault when the file cannot be read or has no picture */
export async function probe(
  programs: MediaPrograms,
  file: string,
  { dir, signal }: ProbeOptions,
): Promise<SourceFacts> {
  const lines: string[] = [];
  const args = ['-print_format', 'json', '-show_format', '-show_streams', ...untrustedInput(file)];
  try {
    await programs.ffprobe(args, { dir, signal, timeoutMs: PROBE_MS, onLine: (line) => lines.push(line) });
  } catch (error) {
    throw asFileFault(error);
  }
  return readFacts(lines.join('\n'));
}

/** Reads through all packets of one stream. @throws FileFault when the file cannot be read */
export async function scanPackets(
  programs: MediaPrograms,
  file: string,
  stream: number,
  { dir, signal }: ProbeOptions,
): Promise<PacketFacts> {
  const scan = new PacketScan();
  const wanted = [
    '-select_streams',
    String(stream),
    '-show_entries',
    'packet=pts_time,flags',
    '-of',
    'csv=p=0',
  ];
  try {
    await programs.ffprobe([...wanted, ...untrustedInput(file)], {
      dir,
      signal,
      timeoutMs: SCAN_MS,
      onLine: (line) => scan.line(line),
    });
  } catch (error) {
    throw asFileFault(error);
  }
  return scan.facts();
}
