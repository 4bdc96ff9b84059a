/** A cue as it appears in the file, unparsed. */
export interface RawCue {
  /** Number of the timing line, counted from 1. */
  readonly line: number;
  /** The timing line itself. */
  readonly timing: string;
  readonly text: string;
}

/** Separates the two times of a cue; never occurs in cue text (WebVTT, 4.1). */
const ARROW = '-->';
const SIGNATURE = /^WEBVTT(?:[ \t]|$)/;
/** Blocks of a WebVTT file that are not cues. */
const OTHER_BLOCK = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;
/** A timing line with two times but no valid arrow between them. */
const BROKEN_TIMING = /^\s*\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?\s*[-–—=>]{1,4}\s*\d{1,3}:\d{2}/;
const COUNTER = /^\s*\d+\s*$/;

function splitLines(file: string): string[] {
  return file.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
}

const isTiming = (line: string) => line.includes(ARROW) || BROKEN_TIMING.test(line);

/**
 * Reads the cues of a WebVTT file. The text of a cue ends at an empty line, or at the next timing line if
 * that comes first.
 */
function readVtt(lines: readonly string[]): RawCue[] {
  const cues: RawCue[] = [];
  let index = 0;
  // Skips the header block. A timing line in it still starts a cue (WebVTT, 6.1).
  while (index < lines.length && lines[index]?.trim() !== '' && !isTiming(lines[index] ?? '')) index += 1;
  while (index < lines.length) {
    const line = lines[index] ?? '';
    const beginsBlock = index === 0 || lines[index - 1]?.trim() === '';
    if (beginsBlock && OTHER_BLOCK.test(line)) {
      while (index < lines.length && lines[index]?.trim() !== '') index += 1;
    } else if (isTiming(line)) {
      const text: string[] = [];
      const timingAt = index;
      for (index += 1; index < lines.length; index += 1) {
        const next = lines[index] ?? '';
        if (next.trim() === '' || isTiming(next)) break;
        text.push(next);
      }
      cues.push({ line: timingAt + 1, timing: line, text: text.join('\n') });
    } else {
      index += 1;
    }
  }
  return cues;
}

/**
 * Reads the cues of an SRT file. SRT has no standard: all lines between two timing lines belong to the first
 * cue, except the counter above the second.
 */
function readSrt(lines: readonly string[]): RawCue[] {
  const timings = lines.flatMap((line, index) => (isTiming(line) ? [index] : []));
  return timings.map((start, index) => {
    const next = timings[index + 1];
    const text = lines.slice(start + 1, next);
    if (next !== undefined && COUNTER.test(text.at(-1) ?? '')) text.pop();
    return { line: start + 1, timing: lines[start] ?? '', text: text.join('\n') };
  });
}

/** Detects the format by content and reads the cues; undefined when the file is neither WebVTT nor SRT. */
export function readCues(file: string): RawCue[] | undefined {
  const lines = splitLines(file);
  if (SIGNATURE.test(lines[0] ?? '')) return readVtt(lines);
  const cues = readSrt(lines);
  return cues.length > 0 ? cues : undefined;
}
