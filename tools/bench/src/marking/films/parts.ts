import type { Footage, FootageName } from './footage.js';

/** Size and rate of all films. */
export const FILM = { width: 854, height: 480, fps: 24 } as const;

/** A part of a film, of whole pictures. */
export interface Part {
  readonly seconds: number;
  /** Arguments of ffmpeg that name the input, and filters that give pictures of `FILM`. */
  readonly input: (footage: Footage) => string[];
  readonly filters: (footage: Footage) => string;
}

const { width, height, fps } = FILM;
const fill = `scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height},setsar=1,fps=${fps}`;
/** Scaled-up footage has lost the grain of its camera. */
export const GRAIN = 'noise=c0s=4:c0f=t:all_seed=7';

const joined = (...filters: string[]): string => filters.filter((filter) => filter !== '').join(',');

/** A part of a video. @param before filters at its own size, @param after at that of the film */
export const shot = (
  name: FootageName,
  at: number,
  seconds: number,
  { before = '', after = '' } = {},
): Part => ({
  seconds,
  input: (footage) => ['-ss', `${at}`, '-i', footage[name]],
  filters: () => joined(before, fill, after),
});

/** A picture over which the camera moves. @param right, down pixels a second */
export const pan = (
  name: FootageName,
  seconds: number,
  [right, down]: readonly [number, number],
  after = '',
): Part => {
  const path = (speed: number, most: string) =>
    speed >= 0 ? `min(${speed}*t\\,${most})` : `max(${most}+${speed}*t\\,0)`;
  const crop = `crop=${width}:${height}:x='${path(right, 'iw-ow')}':y='${path(down, 'ih-oh')}'`;
  return {
    seconds,
    input: (footage) => ['-loop', '1', '-framerate', `${fps}`, '-i', footage[name]],
    filters: () =>
      joined('scale=1200:720:force_original_aspect_ratio=increase', crop, `setsar=1,fps=${fps}`, after),
  };
};

/** A source of ffmpeg that draws. */
export const drawn = (source: string, seconds: number, after = ''): Part => ({
  seconds,
  input: () => ['-f', 'lavfi', '-i', `${source}=s=${width}x${height}:r=${fps}`],
  filters: () => joined('setsar=1', after),
});

/** Words in front of a part, faded in. */
export const titled = (words: string, part: Part, size = 60): Part => ({
  ...part,
  filters: (footage) =>
    joined(
      part.filters(footage),
      `drawtext=fontfile=${footage.font}:text='${words}':fontsize=${size}:fontcolor=white:x=(w-tw)/2:y=(h-th)/2`,
      'fade=in:0:12',
    ),
});

/** Words on black. */
export const card = (words: string, seconds: number): Part => titled(words, drawn('color', seconds));
