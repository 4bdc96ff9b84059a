import { type Line, trailerTime } from './lines.js';
import { correlation } from './patches.js';
import type { PatchPair } from './sightings.js';

/** Correlation at which a picture counts as neither seen nor not seen. */
const NEUTRAL = 0.5;
/** Sum of correlations that a change of the line costs: about a second of good pictures. */
const SWITCH_COST = 1.5;

/** A part of the clip that plays through a part of the trailer without a cut. */
export interface Run extends Line {
  /** Seconds of the clip. */
  readonly from: number;
  readonly to: number;
  /** Mean correlation of its thumbs. */
  readonly correlation: number;
}

/** Assigns each picture of the clip to a line or to none, so that lines change rarely (algorithm of Viterbi). */
export function runsOn(pair: PatchPair, lines: readonly Line[]): Run[] {
  const count = pair.clip.count;
  const states = lines.length + 1;
  const none = lines.length;
  const cameFrom = new Uint16Array(count * states);
  const seen = lines.map((line) => correlationsOn(pair, line));
  let totals = new Float64Array(states);
  for (let n = 0; n < count; n++) {
    const best = totals.indexOf(Math.max(...totals));
    const next = new Float64Array(states);
    for (let state = 0; state < states; state++) {
      const changed = (totals[best] as number) - SWITCH_COST;
      const stays = (totals[state] as number) >= changed;
      cameFrom[n * states + state] = stays ? state : best;
      const value = state === none || pair.clip.textured[n] === 0 ? 0 : gain(seen[state]?.[n]);
      next[state] = (stays ? (totals[state] as number) : changed) + value;
    }
    totals = next;
  }
  const path = new Uint16Array(count);
  let state = totals.indexOf(Math.max(...totals));
  for (let n = count - 1; n >= 0; n--) {
    path[n] = state;
    state = cameFrom[n * states + state] as number;
  }
  return runsOfPath(pair, lines, path, seen);
}

/** A picture that lies outside of the trailer cannot be of the line. */
const gain = (value: number | undefined): number =>
  value === undefined || Number.isNaN(value) ? -NEUTRAL : value - NEUTRAL;

function runsOfPath(
  pair: PatchPair,
  lines: readonly Line[],
  path: Uint16Array,
  seen: readonly Float32Array[],
): Run[] {
  const runs: Run[] = [];
  for (let start = 0; start < path.length; ) {
    let end = start + 1;
    while (end < path.length && path[end] === path[start]) end++;
    const line = lines[path[start] as number];
    const values = seen[path[start] as number]?.subarray(start, end);
    if (line !== undefined && values !== undefined) {
      // A cut lies between two pictures that are compared.
      const from = start === 0 ? 0 : (start - 0.5) * pair.clipStep;
      runs.push({ ...line, from, to: (end - 0.5) * pair.clipStep, correlation: mean(values) });
    }
    start = end;
  }
  return runs;
}

function mean(values: Float32Array): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length === 0 ? 0 : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Returns the correlation of each picture of the clip with the trailer's at that time; NaN outside, or if plain. */
export function correlationsOn(pair: PatchPair, line: Line): Float32Array {
  const { clip, trailer, clipStep, trailerStep } = pair;
  const values = new Float32Array(clip.count).fill(Number.NaN);
  for (let n = 0; n < clip.count; n++) {
    if (clip.textured[n] === 0) continue;
    const t = Math.round(trailerTime(line, n * clipStep) / trailerStep);
    if (t >= 0 && t < trailer.count) values[n] = correlation(clip, n, trailer, t);
  }
  return values;
}
