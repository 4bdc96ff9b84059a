import { AppError } from '@secure-preview/contracts';
import { parseVTTTimestamp } from 'media-captions';
import type { RawCue } from './read-cues.js';

export interface CueTimes {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** WebVTT settings that position the cue, each preceded by a space. */
  readonly settings: string;
}

const TIMING = /^\s*(\S+?)\s*-->\s*(\S+)(.*)$/;
/** Cue settings (WebVTT, 4.4). Coordinates in some SRT files are ignored. */
const SETTING =
  /^(?:vertical:(?:rl|lr)|line:-?\d+(?:\.\d+)?%?(?:,(?:start|center|end))?|position:\d+(?:\.\d+)?%(?:,(?:line-left|center|line-right))?|size:\d+(?:\.\d+)?%|align:(?:start|center|end|left|right))$/;

/** Characters of an invalid line that an error message quotes. */
const SHOWN = 40;

/** Creates an error that names the invalid line of the file. */
export const badLine = (line: number, reason: string) =>
  new AppError('CAPTIONS_BAD_LINE', { params: { line, reason } });

/** @throws AppError `CAPTIONS_BAD_LINE` unless the cue has two times, the second after the first */
export function cueTimes({ line, timing }: RawCue): CueTimes {
  const [, from, to, rest = ''] = TIMING.exec(timing) ?? [];
  if (from === undefined || to === undefined) {
    throw badLine(line, `“${timing.trim().slice(0, SHOWN)}” is not two times with --> between them`);
  }
  const read = (time: string) => {
    const seconds = parseVTTTimestamp(time.replace(',', '.'));
    if (seconds === null) throw badLine(line, `“${time.slice(0, SHOWN)}” is not a time`);
    return seconds;
  };
  const [start, end] = [read(from), read(to)];
  if (end <= start) throw badLine(line, 'the caption does not end after it begins');
  const settings = rest.split(/\s+/).filter((setting) => SETTING.test(setting));
  return { start, end, settings: settings.map((setting) => ` ${setting}`).join('') };
}
