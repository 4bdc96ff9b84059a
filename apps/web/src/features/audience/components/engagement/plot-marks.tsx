import { clsx } from 'clsx';
import { areaPath, barsPath, linePath, PLOT_HEIGHT, type PlotAxis } from '../../lib/engagement/plot-paths.js';

export interface PlotSeries {
  readonly name: string;
  readonly values: readonly number[];
  readonly kind: 'area' | 'line' | 'bars';
  readonly tone: 'primary' | 'quiet';
}

interface PlotMarksProps {
  series: readonly PlotSeries[];
  axis: PlotAxis;
  /** Number of places. */
  count: number;
  cursor: number | undefined;
}

const fills = { primary: 'fill-primary', quiet: 'fill-line-strong' };
const strokes = { primary: 'stroke-primary-bright', quiet: 'stroke-line-strong' };

/** The drawing of a plot. It fills its box; lines keep their width. The cursor and the table have its content as text. */
export function PlotMarks({ series, axis, count, cursor }: PlotMarksProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${count} ${PLOT_HEIGHT}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {axis.ticks.map((tick) => (
        <path
          key={tick}
          d={`M0,${axis.yOf(tick)}H${count}`}
          vectorEffect="non-scaling-stroke"
          className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'}
        />
      ))}
      {series.map(({ name, values, kind, tone }) =>
        kind === 'bars' ? (
          <path key={name} d={barsPath(values, axis)} className={fills[tone]} />
        ) : (
          <g key={name}>
            {kind === 'area' && (
              <path d={areaPath(values, axis)} className={clsx(fills[tone], 'opacity-35')} />
            )}
            <path
              d={linePath(values, axis)}
              vectorEffect="non-scaling-stroke"
              className={clsx(strokes[tone], 'fill-none stroke-2')}
            />
          </g>
        ),
      )}
      {cursor !== undefined && (
        <path
          d={`M${cursor + 0.5},0V${PLOT_HEIGHT}`}
          vectorEffect="non-scaling-stroke"
          className="stroke-foreground stroke-1 print:hidden"
        />
      )}
    </svg>
  );
}
