export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Heights of the ladder. */
export type RungHeight = (typeof BOXES)[number]['rungHeight'];

/** One rung of the ladder, with the size of its video. */
export interface Rung extends Size {
  /** Height of the box. */
  readonly rungHeight: RungHeight;
}

/** Bounding boxes, for either orientation. */
const BOXES = [
  { rungHeight: 1080, long: 1920, short: 1080 },
  { rungHeight: 720, long: 1280, short: 720 },
  { rungHeight: 480, long: 854, short: 480 },
  // For connections of less than 2 Mbit/s.
  { rungHeight: 240, long: 426, short: 240 },
] as const;

/** Height that is encoded first. A copy up to this height can be the whole ladder. */
export const EARLY_RUNG: RungHeight = 480;

/** Side of a macroblock in pixels. */
export const MACROBLOCK = 16;

/** Minimum pixel ratio of the first rung to the second. A smaller difference is not worth an encoding. */
const MIN_PIXEL_RATIO = 1.25;

/** Returns the nearest even number up to `max`: 4:2:0 halves the chroma planes. */
const even = (pixels: number, max: number): number =>
  Math.max(2, 2 * Math.min(Math.round(pixels / 2), Math.floor(max / 2)));

export const pixelsOf = ({ width, height }: Size): number => width * height;

function fit(display: Size, box: (typeof BOXES)[number]): Rung {
  const long = Math.max(display.width, display.height);
  const short = Math.min(display.width, display.height);
  const scale = Math.min(1, box.long / long, box.short / short);
  const side = (pixels: number, of: number) => even(pixels * scale, Math.min(pixels, of));
  const isLandscape = display.width >= display.height;
  return {
    rungHeight: box.rungHeight,
    width: side(display.width, isLandscape ? box.long : box.short),
    height: side(display.height, isLandscape ? box.short : box.long),
  };
}

/**
 * Plans the sizes of a trailer, largest first. Each size is the largest that fits its box in either orientation
 * and does not exceed the source. If several boxes give the same size, the rung is named after the smallest
 * box.
 */
export function planRungs(display: Size): readonly [Rung, ...Rung[]] {
  const [top, ...lower] = BOXES.map((box) => fit(display, box));
  const rungs: [Rung, ...Rung[]] = [top as Rung];
  for (const rung of lower) {
    const above = rungs.at(-1) as Rung;
    if (pixelsOf(rung) === pixelsOf(above)) rungs[rungs.length - 1] = rung;
    else rungs.push(rung);
  }
  const [first, second] = rungs;
  if (second !== undefined && pixelsOf(first) < MIN_PIXEL_RATIO * pixelsOf(second)) rungs.splice(1, 1);
  return rungs;
}

/** Returns whether a video fits a box. Some encoders store whole macroblocks, such as 1920×1088. */
function fitsBox({ width, height }: Size, { long, short }: (typeof BOXES)[number]): boolean {
  const maxShort = MACROBLOCK * Math.ceil(short / MACROBLOCK);
  return Math.max(width, height) <= long && Math.min(width, height) <= maxShort;
}

/** Returns whether a video is no larger than the largest rung. */
export const fitsLadder = (size: Size): boolean => fitsBox(size, BOXES[0]);

/** Returns the height of the smallest box that the video fits, or of the largest box when it fits none. */
export function rungHeightOf(size: Size): RungHeight {
  return (BOXES.findLast((box) => fitsBox(size, box)) ?? BOXES[0]).rungHeight;
}

/** Returns the box of a height, in landscape. */
export function boxOf(rungHeight: RungHeight): Size {
  const { long, short } = BOXES.find((box) => box.rungHeight === rungHeight) ?? BOXES[0];
  return { width: long, height: short };
}
