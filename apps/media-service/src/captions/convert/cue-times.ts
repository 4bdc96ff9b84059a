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
const QUOTED_CHARACTERS = 40;

/**
 * Parses the timing line of a cue.
 *
 * @throws AppError `CAPTIONS_BAD_TIMING`, `CAPTIONS_BAD_TIME` or `CAPTIONS_CUE_WITHOUT_LENGTH`, unless the cue
 * has two times, the second after the first
 */
export function cueTimes({ line, timing }: RawCue): CueTimes {
  const [, from, to, rest = ''] = TIMING.exec(timing) ?? [];
  if (from === undefined || to === undefined) {
    throw new AppError('CAPTIONS_BAD_TIMING', {
      params: { line, timing: timing.trim().slice(0, QUOTED_CHARACTERS) },
    });
  }
  const read = (time: string) => {
    const seconds = parseVTTTimestamp(time.replace(',', '.'));
    if (seconds === null)
      throw new AppError('CAPTIONS_BAD_TIME', { params: { line, time: time.slice(0, QUOTED_CHARACTERS) } });
    return seconds;
  };
  const [start, end] = [read(from), read(to)];
  if (end <= start) throw new AppError('CAPTIONS_CUE_WITHOUT_LENGTH', { params: { line } });
  const settings = rest.split(/\s+/).filter((setting) => SETTING.test(setting));
  return { start, end, settings: settings.map((setting) => ` ${setting}`).join('') };
}
