import type { PointerEvent } from 'react';

interface PlotCursorProps {
  label: string;
  /** Number of places. */
  count: number;
  describe: (index: number) => string;
  /** Place of the cursor; undefined while it is hidden. */
  cursor: number | undefined;
  onMove: (index: number | undefined) => void;
}

/**
 * Moves the cursor of a plot: with a pointer above the plot, and as a slider with the keyboard. The slider is a native
 * one for its keys, but invisible: its thumb would not be exactly at the pointer.
 */
export function PlotCursor({ label, count, describe, cursor, onMove }: PlotCursorProps) {
  const moveTo = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * count);
    onMove(Math.min(count - 1, Math.max(0, index)));
  };
  const hideUnlessFocused = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    if (!currentTarget.contains(document.activeElement)) onMove(undefined);
  };
  return (
    <div
      className="absolute inset-0 rounded-sm outline-offset-4 has-focus-visible:outline-2 has-focus-visible:outline-primary-bright"
      onPointerDown={moveTo}
      onPointerMove={moveTo}
      onPointerLeave={hideUnlessFocused}
    >
      <input
        type="range"
        aria-label={label}
        aria-valuetext={describe(cursor ?? 0)}
        min={0}
        max={Math.max(0, count - 1)}
        value={cursor ?? 0}
        onChange={({ target }) => onMove(Number(target.value))}
        onFocus={() => onMove(cursor ?? 0)}
        onBlur={() => onMove(undefined)}
        className="pointer-events-none size-full cursor-crosshair opacity-0"
      />
    </div>
  );
}
