import { formatTime, type PlayedRange } from '@secure-preview/contracts';

interface FilmBarProps {
  /** Length of the film in seconds; null if unknown. Then the bar ends with the last range. */
  length: number | null;
  ranges: readonly PlayedRange[];
  /** Parts that were seen at least twice. */
  again?: readonly PlayedRange[];
  unconfirmed?: readonly PlayedRange[];
}

const HEIGHT = 12;
/** Share of the bar that a range takes at least, so that seconds of a long film are visible. */
const MIN_SHARE = 0.004;

/**
 * Shows ranges of a film as a bar. Screen readers get the same as text beside it. Seen again is a line above the bar; what
 * is not confirmed is thinner: the difference is visible without colours.
 */
export function FilmBar({ length, ranges, again = [], unconfirmed = [] }: FilmBarProps) {
  const end = Math.max(length ?? 0, ranges.at(-1)?.[1] ?? 0, 1);
  const part = ([from, to]: PlayedRange, y: number, height: number, className: string) => (
    <rect
      key={`${y} ${from}`}
      x={from}
      y={y}
      width={Math.max(to - from, end * MIN_SHARE)}
      height={height}
      className={className}
    />
  );
  return (
    <div dir="ltr" className="grid gap-1">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${end} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-4 w-full"
      >
        <rect x="0" y="4" width={end} height="8" className="fill-line" />
        {ranges.map((range) => part(range, 4, 8, 'fill-primary'))}
        {unconfirmed.map((range) => part(range, 4, 5, 'fill-line'))}
        {again.map((range) => part(range, 0, 2, 'fill-primary-bright'))}
      </svg>
      <span aria-hidden="true" className="flex justify-between text-xs text-muted tabular-nums">
        <span>0:00</span>
        <span>{formatTime(end)}</span>
      </span>
    </div>
  );
}
