import type { Homography } from '../geometry/homography.js';
import { THUMB } from '../video/thumbs.js';

/** Cells of a patch: the part of a thumb that is compared. */
export const PATCH_CELLS = 20 * 12;
const COLUMNS = 20;
const ROWS = 12;
/** Points of a cell that are averaged. */
export const POINTS = 9;

/** Where the points of a patch lie in the thumbs of clip and trailer: indexes of pixels, -1 where there is none. */
export interface Sampling {
  readonly clip: Int16Array;
  readonly trailer: Int16Array;
  readonly mirrored: boolean;
}

/** Part of a picture, as if the whole reached from 0 to 1. */
interface Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const centre = (width: number, height = width): Region => ({
  left: (1 - width) / 2,
  top: (1 - height) / 2,
  width,
  height,
});

/**
 * Parts of the clip and of the trailer that may show the same. The edges of a clip are left out, because logos,
 * bars and captions are there.
 */
const REGIONS: readonly (readonly [clip: Region, trailer: Region])[] = [
  [centre(0.85), centre(0.85)],
  [centre(0.85), centre(0.68)],
  [centre(0.68), centre(0.85)],
  // The sides, or top and bottom, are cut off: a wide film in an old or an upright frame.
  [centre(0.85), centre(0.6, 0.85)],
  [centre(0.85), centre(0.85, 0.65)],
];

/** A half of the width and height, cut out of a corner or of the middle. */
const QUARTERS: readonly (readonly [clip: Region, trailer: Region])[] = [
  [0.25, 0.25],
  [0.04, 0.04],
  [0.46, 0.04],
  [0.04, 0.46],
  [0.46, 0.46],
].map(([left, top]) => [
  centre(0.9),
  { left: left as number, top: top as number, width: 0.45, height: 0.45 },
]);

/** Returns the ways in which clip and trailer are compared while nothing is known about the clip. */
export function usualSamplings(): Sampling[] {
  return REGIONS.flatMap(([clip, trailer]) => bothWays(clip, trailer));
}

/** Returns the ways to compare a clip that shows only a quarter of the trailer's picture. */
export function quarterSamplings(): Sampling[] {
  return QUARTERS.flatMap(([clip, trailer]) => bothWays(clip, trailer));
}

function bothWays(clip: Region, trailer: Region): Sampling[] {
  return [false, true].map((mirrored) => ({
    mirrored,
    trailer: points((u, v) => [trailer.left + u * trailer.width, trailer.top + v * trailer.height]),
    clip: points((u, v) => [clip.left + (mirrored ? 1 - u : u) * clip.width, clip.top + v * clip.height]),
  }));
}

/** Returns the sampling of all that the clip shows of the trailer, once that is known. */
export function knownSampling(h: Homography): Sampling {
  const project = (x: number, y: number): [number, number] => {
    const depth = (h[6] as number) * x + (h[7] as number) * y + (h[8] as number);
    return [
      ((h[0] as number) * x + (h[1] as number) * y + (h[2] as number)) / depth,
      ((h[3] as number) * x + (h[4] as number) * y + (h[5] as number)) / depth,
    ];
  };
  const seen = visiblePart(project);
  const inTrailer = (u: number, v: number): [number, number] => [
    seen.left + u * seen.width,
    seen.top + v * seen.height,
  ];
  const trailer = points(inTrailer);
  const clip = points((u, v) => project(...inTrailer(u, v)));
  for (let at = 0; at < clip.length; at++) if ((clip[at] as number) < 0) trailer[at] = -1;
  return { clip, trailer, mirrored: (h[0] as number) < 0 };
}

/** Returns the box around all points of the trailer that lie in the clip. */
function visiblePart(project: (x: number, y: number) => [number, number]): Region {
  let [left, top, right, bottom] = [1, 1, 0, 0];
  for (let row = 0; row < 60; row++) {
    for (let column = 0; column < 60; column++) {
      const x = (column + 0.5) / 60;
      const y = (row + 0.5) / 60;
      const [u, v] = project(x, y);
      if (u < 0 || u > 1 || v < 0 || v > 1) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

function points(at: (u: number, v: number) => [number, number]): Int16Array {
  const table = new Int16Array(PATCH_CELLS * POINTS);
  for (let cell = 0; cell < PATCH_CELLS; cell++) {
    for (let point = 0; point < POINTS; point++) {
      const u = ((cell % COLUMNS) + ((point % 3) + 0.5) / 3) / COLUMNS;
      const v = (Math.floor(cell / COLUMNS) + (Math.floor(point / 3) + 0.5) / 3) / ROWS;
      const [x, y] = at(u, v);
      const inside = x >= 0 && x < 1 && y >= 0 && y < 1;
      const pixel = Math.floor(y * THUMB.height) * THUMB.width + Math.floor(x * THUMB.width);
      table[cell * POINTS + point] = inside ? pixel : -1;
    }
  }
  return table;
}
