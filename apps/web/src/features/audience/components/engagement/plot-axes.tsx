import { clsx } from 'clsx';
import { formatsOf } from '../../../../lib/formats.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { PLOT_HEIGHT, type PlotAxis } from '../../lib/engagement/plot-paths.js';
import type { PlotTick } from '../../lib/engagement/plot-ticks.js';

/** The numbers of the vertical axis. As wide as the longest one. */
export function PlotAxisLabels({ axis }: { axis: PlotAxis }) {
  const { number } = formatsOf(useAudiencePageMessages().locale);
  const labels = axis.ticks.map((tick) => ({ tick, text: number.format(tick) }));
  const longest = labels.reduce((found, { text }) => (text.length > found.length ? text : found), '');
  return (
    <div aria-hidden="true" className="relative text-end text-xs text-muted tabular-nums">
      <span className="invisible">{longest}</span>
      {labels.map(({ tick, text }) => (
        <span
          key={tick}
          className="absolute end-0 -translate-y-1/2"
          style={{ top: `${(axis.yOf(tick) / PLOT_HEIGHT) * 100}%` }}
        >
          {text}
        </span>
      ))}
    </div>
  );
}

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
