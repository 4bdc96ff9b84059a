import type { Sighting } from './sightings.js';

/** Slowest and fastest speed of a clip that is found. */
export const SLOWEST = 0.94;
export const FASTEST = 1.06;

/** Seconds by which a sighting may lie beside a line. */
const TOLERANCE = 0.2;
/** Seconds of the clip over which the speed is measured. */
const REACH = 40;

/** Where a clip lies in the trailer: `trailerTime = offset + rate * clipTime`, in seconds. */
export interface Line {
  readonly offset: number;
  /** Above 1 for a clip that plays faster than the trailer. */
  readonly rate: number;
}

export const trailerTime = (line: Line, clipTime: number): number => line.offset + line.rate * clipTime;

/** Sum of the scores of the sightings on the line. */
export interface SupportedLine extends Line {
  readonly support: number;
}

/** Joins sightings of windows to lines, best first: repeatedly takes the line with most support, and its sightings. */
export function joinedLines(sightings: readonly Sighting[], most: number): SupportedLine[] {
  const lines: SupportedLine[] = [];
  let left = [...sightings];
  while (left.length > 0 && lines.length < most) {
    const best = bestLine(left);
    lines.push(best);
    left = left.filter((sighting) => !liesOn(sighting, best));
  }
  return lines;
}

function bestLine(sightings: readonly Sighting[]): SupportedLine {
  let best: SupportedLine | undefined;
  const consider = (line: Line): void => {
    let support = 0;
    for (const sighting of sightings) if (liesOn(sighting, line)) support += sighting.score;
    // Between equals prefers the speed of the trailer.
    support -= Math.abs(line.rate - 1) * 0.1;
    if (best === undefined || support > best.support) best = { ...line, support };
  };
  for (const first of sightings) {
    consider({ rate: 1, offset: first.trailerTime - first.clipTime });
    for (const second of sightings) {
      const elapsed = second.clipTime - first.clipTime;
      if (elapsed <= 0 || elapsed > REACH) continue;
      const rate = (second.trailerTime - first.trailerTime) / elapsed;
      if (rate < SLOWEST || rate > FASTEST) continue;
      consider({ rate, offset: first.trailerTime - rate * first.clipTime });
    }
  }
  return best as SupportedLine;
}

/** Whether a sighting agrees with the line. */
export function liesOn(sighting: Sighting, line: Line): boolean {
  return Math.abs(trailerTime(line, sighting.clipTime) - sighting.trailerTime) <= TOLERANCE;
}
