const MAX_LONG_SIDE = 1920;
const MAX_SHORT_SIDE = 1080;

/** 4:2:0 halves both sides of the picture's colour. Rounded down, with room for what arithmetic loses. */
const even = (pixels: number): number => Math.max(2, Math.floor(pixels / 2 + 0.01) * 2);

/** The largest size that fits 1920×1080 in either orientation and is no larger than the source. */
export function targetSize(shown: { width: number; height: number }): { width: number; height: number } {
  const long = Math.max(shown.width, shown.height);
  const short = Math.min(shown.width, shown.height);
  const scale = Math.min(1, MAX_LONG_SIDE / long, MAX_SHORT_SIDE / short);
  return { width: even(shown.width * scale), height: even(shown.height * scale) };
}
