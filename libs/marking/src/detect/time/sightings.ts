import { correlation, type Patches } from './patches.js';
import type { PartedWork } from './turns.js';

/** Seconds of a clip that are looked for at once. Each cut of the clip can so have an offset of its own. */
const WINDOW_SECONDS = 5;
/** Speeds that are tried. Between them, pictures of a window are at most a tenth of a second apart. */
const RATES = [1, 0.96, 1.04];
const BEST_OF_WINDOW = 4;
/** Seconds between two places of a window that count as different. */
const APART_SECONDS = 1;

/** Patches of the clip and of the trailer that were sampled alike, and the seconds between two of each. */
export interface PatchPair {
  readonly clip: Patches;
  readonly clipStep: number;
  readonly trailer: Patches;
  readonly trailerStep: number;
}

/** A place of the trailer where a window of the clip was seen. */
export interface Sighting {
  /** Middle of the window in the clip and in the trailer, in seconds. */
  readonly clipTime: number;
  readonly trailerTime: number;
  /** Mean correlation times the root of the part that lies within the trailer. */
  readonly score: number;
}

/** Finds the best places of each window of the clip in the trailer. Windows overlap by half. Each is a part of the work. */
export function* sightings(pair: PatchPair): PartedWork<Sighting[]> {
  const { clip, trailer, clipStep } = pair;
  if (clip.count === 0 || trailer.count === 0) return [];
  const length = Math.max(1, Math.min(clip.count, Math.round(WINDOW_SECONDS / clipStep)));
  const hop = Math.max(1, length >> 1);
  /** Correlations of the last `length` pictures of the clip with all of the trailer. */
  const rows = new Float32Array(length * trailer.count);
  const scores = new Float32Array(trailer.count + 2 * length * Math.ceil(clipStep / pair.trailerStep + 1));
  const found: Sighting[] = [];
  let ready = 0;
  const lastStart = clip.count - length;
  for (let start = 0; ; start = Math.min(start + hop, lastStart)) {
    for (; ready < start + length; ready++) {
      const row = (ready % length) * trailer.count;
      if (clip.textured[ready] === 0) rows.fill(0, row, row + trailer.count);
      else for (let t = 0; t < trailer.count; t++) rows[row + t] = correlation(clip, ready, trailer, t);
    }
    found.push(...bestPlaces(pair, start, length, rows, scores));
    if (start >= lastStart) return found;
    yield;
  }
}

function bestPlaces(
  pair: PatchPair,
  start: number,
  length: number,
  rows: Float32Array,
  scores: Float32Array,
): Sighting[] {
  const { clip, clipStep, trailer, trailerStep } = pair;
  let textured = 0;
  for (let n = start; n < start + length; n++) textured += clip.textured[n] as number;
  if (textured < length / 4) return [];
  /** A window may reach beyond both ends of the trailer by half of its length. */
  const margin = Math.ceil(((length / 2) * clipStep) / trailerStep);
  const middle = (start + (length - 1) / 2) * clipStep;
  const places: Sighting[] = [];
  const shifts = new Int32Array(length);
  for (const rate of RATES) {
    for (let n = 0; n < length; n++) {
      shifts[n] = Math.round((((start + n) * clipStep - middle) * rate) / trailerStep) - margin;
    }
    for (let at = 0; at < trailer.count + 2 * margin; at++) {
      let sum = 0;
      let covered = 0;
      for (let n = start; n < start + length; n++) {
        if (clip.textured[n] === 0) continue;
        const t = at + (shifts[n - start] as number);
        if (t < 0 || t >= trailer.count) continue;
        sum += rows[(n % length) * trailer.count + t] as number;
        covered++;
      }
      scores[at] = covered === 0 ? 0 : sum / Math.sqrt(covered * textured);
    }
    for (let at = 0; at < trailer.count + 2 * margin; at++) {
      const score = scores[at] as number;
      if (score < (scores[at - 1] ?? 0) || score < (scores[at + 1] ?? 0) || score < 0.15) continue;
      places.push({ clipTime: middle, trailerTime: (at - margin) * trailerStep, score });
    }
  }
  return farApart(places, BEST_OF_WINDOW, APART_SECONDS);
}

/** Returns the best sightings, none of them close to a better one. */
function farApart(places: Sighting[], count: number, seconds: number): Sighting[] {
  const chosen: Sighting[] = [];
  for (const place of places.sort((a, b) => b.score - a.score)) {
    if (chosen.length === count) break;
    if (chosen.every((one) => Math.abs(one.trailerTime - place.trailerTime) >= seconds)) chosen.push(place);
  }
  return chosen;
}
