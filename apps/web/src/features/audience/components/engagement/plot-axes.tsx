import { formatsOf } from '../../../../lib/formats.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { PLOT_HEIGHT, type PlotAxis } from '../../lib/engagement/plot-paths.js';

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
