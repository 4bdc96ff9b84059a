import { secondsIn, unionOf } from '@secure-preview/contracts';
import { SETTLED_AFTER_MS, type SentParts, type SentSegment } from '../flags/observation.js';

/** Returns at a moment what `readTrailerVisit` reads of segments from the database. */
export function sentParts(segments: readonly SentSegment[], now: number): SentParts | null {
  const sent = segments.filter(({ recordedAt }) => recordedAt <= now - SETTLED_AFTER_MS);
  if (sent.length === 0) return null;
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b));
  const greatest = (values: number[]) => values.reduce((a, b) => Math.max(a, b));
  return {
    seconds: secondsIn(unionOf(sent.map(({ from, to }) => [from, to]))),
    longestSegment: greatest(sent.map(({ from, to }) => to - from)),
    firstAt: least(sent.map(({ at }) => at)),
    lastAt: greatest(sent.map(({ at }) => at)),
    firstRecordedAt: least(sent.map(({ recordedAt }) => recordedAt)),
  };
}
