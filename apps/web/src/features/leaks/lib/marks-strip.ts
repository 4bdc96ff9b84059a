import type { LeakReading, ReadMark } from '@secure-preview/contracts';

/** Largest weight of a mark. Source: docs/forensic-marking.md. */
const MAX_WEIGHT = 30;
/** Length of a segment that is assumed if a single mark was read, in seconds. */
const USUAL_SECONDS = 0.5;
/** Height of the strip in the units of its paths. Their width is the number of places. */
export const STRIP_HEIGHT = 100;

type Run = LeakReading['runs'][number];

/** The segments of a version, side by side. */
export interface MarksStrip {
  /** Places, one for each segment of the version. */
  readonly count: number;
  readonly segmentSeconds: number;
  /** The mark at each place where one was read. */
  readonly marks: ReadonlyMap<number, ReadMark>;
  /** Parts of the version that the clip shows, in places. */
  readonly shown: readonly { from: number; to: number }[];
}

/** Returns the part of the version that a run shows, in seconds. */
export const trailerSpan = ({ clipFrom, clipTo, trailerFrom, rate }: Run) => ({
  from: trailerFrom,
  to: trailerFrom + (clipTo - clipFrom) * rate,
});

/** Lays the read marks of a version out over its time. */
export function stripOf({ marks, runs, trailerSeconds }: LeakReading): MarksStrip {
  const segmentSeconds = secondsOfSegments(marks);
  const count = Math.max(1, Math.ceil(trailerSeconds / segmentSeconds));
  const placeOf = (seconds: number) => Math.min(count, Math.max(0, seconds / segmentSeconds));
  return {
    count,
    segmentSeconds,
    marks: new Map(marks.map((mark) => [Math.min(count - 1, Math.round(placeOf(mark.atSeconds))), mark])),
    shown: runs.map(trailerSpan).map(({ from, to }) => ({ from: placeOf(from), to: placeOf(to) })),
  };
}

function secondsOfSegments(marks: readonly ReadMark[]): number {
  const sorted = marks.toSorted((a, b) => a.segment - b.segment);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last || last.segment <= first.segment) return USUAL_SECONDS;
  return (last.atSeconds - first.atSeconds) / (last.segment - first.segment);
}

/** Returns the seconds of the version that the clip shows. Parts that it repeats count once. */
export function secondsShown(runs: readonly Run[]): number {
  const spans = runs.map(trailerSpan).toSorted((a, b) => a.from - b.from);
  let [total, end] = [0, Number.NEGATIVE_INFINITY];
  for (const { from, to } of spans) {
    total += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return total;
}

/**
 * Returns the paths of the bars: above the line, and below it those of marks that differ from the copy of a person.
 *
 * @param differs segments in which the copy differs; undefined without a person, so that all bars stand at the bottom
 */
export function barsOf(
  { marks }: MarksStrip,
  differs?: ReadonlySet<number>,
): { above: string; below: string } {
  const line = differs ? STRIP_HEIGHT / 2 : STRIP_HEIGHT;
  const paths = { above: '', below: '' };
  for (const [place, { segment, weight }] of marks) {
    const height = (Math.min(weight, MAX_WEIGHT) / MAX_WEIGHT) * line;
    const isBelow = differs?.has(segment) ?? false;
    const end = isBelow ? line + height : line - height;
    paths[isBelow ? 'below' : 'above'] += `M${place},${line}V${end}H${place + 1}V${line}Z`;
  }
  return paths;
}
