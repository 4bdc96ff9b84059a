import { FASTEST, type Line, SLOWEST, trailerTime } from './lines.js';
import { correlation } from './patches.js';
import type { Run } from './runs.js';
import type { PatchPair } from './sightings.js';

/** Takes from the mean correlation for each unit of difference from the speed of the trailer. */
const SPEED_PENALTY = 0.2;

/**
 * Returns the line near the one given on which the pictures from `from` to `to` seconds of the clip agree best with the
 * trailer. First tries all speeds coarsely, then offsets and speeds around the best.
 */
export function refined(pair: PatchPair, line: Line, from: number, to: number): Line {
  const half = Math.max((to - from) / 2, 0.5);
  const middle = (from + to) / 2;
  const finest = pair.trailerStep / 4 / half;
  let best = { line, score: score(pair, line, from, to) };
  const search = (reach: number, step: number, speedReach: number, speedStep: number): void => {
    const around = best.line;
    for (let speed = -speedReach; speed <= speedReach + 1e-9; speed += speedStep) {
      const rate = around.rate + speed;
      if (rate < SLOWEST || rate > FASTEST) continue;
      for (let shift = -reach; shift <= reach + 1e-9; shift += step) {
        const candidate = { rate, offset: trailerTime(around, middle) + shift - rate * middle };
        const value = score(pair, candidate, from, to);
        if (value > best.score) best = { line: candidate, score: value };
      }
    }
  };
  const coarse = Math.max(finest * 4, 0.004);
  const reach = Math.min(0.12, Math.ceil(0.6 / half / coarse) * coarse);
  search(0.5, pair.trailerStep, reach, coarse);
  search(pair.trailerStep, pair.trailerStep / 4, coarse, coarse / 4);
  return best.line;
}

/** Mean correlation on the line. Correlations between two pictures of the trailer are interpolated. */
function score(pair: PatchPair, line: Line, from: number, to: number): number {
  const { clip, trailer, clipStep, trailerStep } = pair;
  let sum = 0;
  let pictures = 0;
  for (let n = Math.ceil(from / clipStep); n * clipStep <= to && n < clip.count; n++) {
    if (clip.textured[n] === 0) continue;
    pictures++;
    const at = trailerTime(line, n * clipStep) / trailerStep;
    if (at < 0 || at >= trailer.count - 1) continue;
    const before = at | 0;
    const part = at - before;
    sum += (1 - part) * correlation(clip, n, trailer, before);
    if (part > 0) sum += part * correlation(clip, n, trailer, before + 1);
  }
  return pictures === 0 ? 0 : sum / pictures - SPEED_PENALTY * Math.abs(line.rate - 1);
}

/** Joins neighbours that lie on nearly the same line, which a short disturbance had parted. */
export function mergedRuns(runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (last !== undefined && continues(last, run)) {
      const [long, short] = last.to - last.from >= run.to - run.from ? [last, run] : [run, last];
      const weight = (long.to - long.from) / (long.to - long.from + short.to - short.from);
      const correlation = weight * long.correlation + (1 - weight) * short.correlation;
      merged[merged.length - 1] = { ...long, from: last.from, to: run.to, correlation };
    } else merged.push(run);
  }
  return merged;
}

/** Whether both lines agree within a tenth of a second in the middle of the shorter one, without a long gap. */
function continues(first: Run, second: Run): boolean {
  if (second.from - first.to > 5) return false;
  const [long, short] = first.to - first.from >= second.to - second.from ? [first, second] : [second, first];
  const middle = (short.from + short.to) / 2;
  return Math.abs(trailerTime(long, middle) - trailerTime(short, middle)) <= 0.1;
}
