import { AppError, captionLimits, HOUR_MS, MINUTE_MS } from '@secure-preview/contracts';
import { cueText, isPositionedAtTop } from './cue-text.js';
import { cueTimes } from './cue-times.js';
import { type RawCue, readCues } from './read-cues.js';

const padTwo = (value: number) => String(value).padStart(2, '0');

/** Formats seconds as a WebVTT timestamp. */
function timestamp(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const [hours, minutes, rest] = [Math.floor(ms / HOUR_MS), Math.floor(ms / MINUTE_MS) % 60, ms % MINUTE_MS];
  return `${padTwo(hours)}:${padTwo(minutes)}:${padTwo(Math.floor(rest / 1000))}.${String(rest % 1000).padStart(3, '0')}`;
}

interface Cue {
  readonly start: number;
  readonly output: string;
}

/** Converts a cue; undefined when it has no text. */
function convert(raw: RawCue): Cue | undefined {
  const { start, end, settings } = cueTimes(raw);
  const { line } = raw;
  const { max } = captionLimits.cue;
  if (raw.text.length > max) throw new AppError('CAPTIONS_CUE_TOO_LONG', { params: { line, max } });
  const text = cueText(raw.text);
  if (text === '') return undefined;
  const position = settings === '' && isPositionedAtTop(raw.text) ? ' line:0' : settings;
  return { start, output: `${timestamp(start)} --> ${timestamp(end)}${position}\n${text}\n` };
}

/**
 * Converts an SRT or WebVTT file, detected by content, to WebVTT. The result holds only times and text with
 * the markup that players support.
 *
 * Uses the library only for timestamps and markup. Its parser drops cues that end before they begin, and reads a first
 * line such as `size: large` as a setting.
 *
 * @throws AppError `NOT_CAPTIONS`, `CAPTIONS_EMPTY`, `CAPTIONS_TOO_LARGE`; for the first invalid line
 * `CAPTIONS_BAD_TIMING`, `CAPTIONS_BAD_TIME`, `CAPTIONS_CUE_WITHOUT_LENGTH` or
 * `CAPTIONS_CUE_TOO_LONG`
 */
export function toWebVtt(file: string): string {
  const { maxBytes } = captionLimits;
  const tooLarge = (text: string) => Buffer.byteLength(text) > maxBytes;
  if (tooLarge(file)) throw new AppError('CAPTIONS_TOO_LARGE', { params: { maxBytes } });
  const raw = readCues(file);
  if (raw === undefined) throw new AppError('NOT_CAPTIONS');
  const cues = raw.map(convert).filter((cue) => cue !== undefined);
  if (cues.length === 0) throw new AppError('CAPTIONS_EMPTY');
  cues.sort((a, b) => a.start - b.start);
  const body = ['WEBVTT\n', ...cues.map(({ output }) => output)].join('\n');
  if (tooLarge(body)) throw new AppError('CAPTIONS_TOO_LARGE', { params: { maxBytes } });
  return body;
}
