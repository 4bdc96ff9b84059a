import { clsx } from 'clsx';
import type { PlotTick } from '../../lib/plot-ticks.js';

/** The labels of the horizontal axis. */
export function PlotTickLabels({ ticks }: { ticks: readonly PlotTick[] }) {
  return (
    <div aria-hidden="true" className="relative h-6 text-xs text-muted tabular-nums">
      {ticks.map(({ at, label }) => (
        <span
          key={at}
          className={clsx(
            'absolute top-1 whitespace-nowrap',
            // The outer labels stay inside of the plot.
            at < 0.05 ? '' : at > 0.95 ? '-translate-x-full' : '-translate-x-1/2',
          )}
          style={{ left: `${at * 100}%` }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}
