/** A cue as written in the file. */
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
const ASIDE = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;
/** Two times without a valid arrow between them. */
const BROKEN_TIMING = /^\s*\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?\s*[-–—=>]{1,4}\s*\d{1,3}:\d{2}/;
const COUNTER = /^\s*\d+\s*$/;

function linesOf(file: string): string[] {
  return file.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
}

const isTiming = (line: string) => line.includes(ARROW) || BROKEN_TIMING.test(line);

/**
 * Reads the cues of a WebVTT file. The text of a cue ends at an empty line, or at the next timing line if
 * that comes first.
 */
function readVtt(lines: readonly string[]): RawCue[] {
  const cues: RawCue[] = [];
  let at = 0;
  // Skips the header block. A timing line in it still starts a cue (WebVTT, 6.1).
  while (at < lines.length && lines[at]?.trim() !== '' && !isTiming(lines[at] ?? '')) at += 1;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const beginsBlock = at === 0 || lines[at - 1]?.trim() === '';
    if (beginsBlock && ASIDE.test(line)) {
      while (at < lines.length && lines[at]?.trim() !== '') at += 1;
    } else if (isTiming(line)) {
      const text: string[] = [];
      const timingAt = at;
      for (at += 1; at < lines.length; at += 1) {
        const next = lines[at] ?? '';
        if (next.trim() === '' || isTiming(next)) break;
        text.push(next);
      }
      cues.push({ line: timingAt + 1, timing: line, text: text.join('\n') });
    } else {
      at += 1;
    }
  }
  return cues;
}

/**
 * Reads the cues of an SRT file. SRT has no standard: all lines between two timing lines belong to the first
 * cue, except the counter above the second.
 */
function readSrt(lines: readonly string[]): RawCue[] {
  const timings = lines.flatMap((line, at) => (isTiming(line) ? [at] : []));
  return timings.map((at, index) => {
    const next = timings[index + 1];
    const text = lines.slice(at + 1, next);
    if (next !== undefined && COUNTER.test(text.at(-1) ?? '')) text.pop();
    return { line: at + 1, timing: lines[at] ?? '', text: text.join('\n') };
  });
}

/** Detects the format by content and reads the cues; undefined when the file is neither WebVTT nor SRT. */
export function readCues(file: string): RawCue[] | undefined {
  const lines = linesOf(file);
  if (SIGNATURE.test(lines[0] ?? '')) return readVtt(lines);
  const cues = readSrt(lines);
  return cues.length > 0 ? cues : undefined;
}
