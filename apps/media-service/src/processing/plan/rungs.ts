export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Heights of the ladder. */
export type RungHeight = (typeof BOXES)[number]['rungHeight'];

/** One step of the ladder: a video size that fits the box of its height. */
export interface Rung extends Size {
  /** Height of the box. */
  readonly rungHeight: RungHeight;
}

/** Sides of the boxes, in either orientation. */
const BOXES = [
  { rungHeight: 1080, long: 1920, short: 1080 },
  { rungHeight: 720, long: 1280, short: 720 },
  { rungHeight: 480, long: 854, short: 480 },
] as const;
/** Minimum pixel ratio of the first rung to the second, below which the second is omitted. */
const MIN_PIXEL_RATIO = 1.25;

/** Returns the nearest even number up to `max`, because 4:2:0 halves both sides of the colour planes. */
const even = (pixels: number, max: number): number =>
  Math.max(2, 2 * Math.min(Math.round(pixels / 2), Math.floor(max / 2)));

const pixels = ({ width, height }: Size): number => width * height;

function fit(shown: Size, box: (typeof BOXES)[number]): Rung {
  const long = Math.max(shown.width, shown.height);
  const short = Math.min(shown.width, shown.height);
  const scale = Math.min(1, box.long / long, box.short / short);
  const side = (pixels: number, of: number) => even(pixels * scale, Math.min(pixels, of));
  const isLandscape = shown.width >= shown.height;
  return {
    rungHeight: box.rungHeight,
    width: side(shown.width, isLandscape ? box.long : box.short),
    height: side(shown.height, isLandscape ? box.short : box.long),
  };
}

/**
 * Plans the sizes of a trailer, largest first. Each is the largest size that fits its box in either orientation and does
 * not exceed the source. A size that fits several boxes is named after the smallest.
 */
export function planRungs(shown: Size): readonly [Rung, ...Rung[]] {
  const [top, ...lower] = BOXES.map((box) => fit(shown, box));
  const rungs: [Rung, ...Rung[]] = [top as Rung];
  for (const rung of lower) {
    const larger = rungs.at(-1) as Rung;
    if (pixels(rung) === pixels(larger)) rungs[rungs.length - 1] = rung;
    else rungs.push(rung);
  }
  const [first, second] = rungs;
  if (second !== undefined && pixels(first) < MIN_PIXEL_RATIO * pixels(second)) rungs.splice(1, 1);
  return rungs;
}

/** Returns the height of the smallest box that a size fits, or of the largest box if it fits none. */
export function rungHeightOf(size: Size): RungHeight {
  const long = Math.max(size.width, size.height);
  const short = Math.min(size.width, size.height);
  return (BOXES.findLast((box) => long <= box.long && short <= box.short) ?? BOXES[0]).rungHeight;
}

/** Returns the box of a height, in landscape. */
export function boxOf(rungHeight: RungHeight): Size {
  const { long, short } = BOXES.find((box) => box.rungHeight === rungHeight) ?? BOXES[0];
  return { width: long, height: short };
}
