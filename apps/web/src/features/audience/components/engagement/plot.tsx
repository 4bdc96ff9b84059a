import { useState } from 'react';
import { PlotCursor } from '../../../../components/plots/plot-cursor.js';
import { PlotTable, type PlotTableData } from '../../../../components/plots/plot-table.js';
import { PlotTickLabels } from '../../../../components/plots/plot-tick-labels.js';
import { Panel } from '../../../../components/ui/panel.js';
import type { PlotTick } from '../../../../lib/plot-ticks.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { axisOf } from '../../lib/engagement/plot-paths.js';
import { PlotAxisLabels } from './plot-axes.js';
import { PlotMarks, type PlotSeries } from './plot-marks.js';

export interface PlotProps {
  title: string;
  /** Explains what is counted. */
  note: string;
  /** Labels of the axes. */
  xLabel: string;
  yLabel: string;
  /** Counts with one value for each place of the horizontal axis. */
  series: readonly PlotSeries[];
  ticks: readonly PlotTick[];
  /** Describes the values of a place in a few words. */
  describe: (index: number) => string;
  /** The same values as a table. */
  table: PlotTableData;
}

/** A plot with a cursor that reads single values, and a table with all of them. */
export function Plot({ title, note, xLabel, yLabel, series, ticks, describe, table }: PlotProps) {
  const t = useAudiencePageMessages().engagement;
  const [cursor, setCursor] = useState<number>();
  const count = series[0]?.values.length ?? 0;
  const axis = axisOf(series.flatMap(({ values }) => values));
  return (
    <Panel title={title} quiet className="print:break-inside-avoid">
      <p className="max-w-prose text-[0.95rem] text-muted">{note}</p>
      {/* Times go from left to right in every language. */}
      <div dir="ltr" className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <p className="col-span-2 mb-2 flex min-h-6 flex-wrap justify-between gap-x-4 text-sm text-muted">
          <span>{yLabel}</span>
          {/* The cursor has the same text for screen readers. */}
          <span aria-hidden="true" className="font-medium text-foreground tabular-nums">
            {cursor !== undefined && cursor < count && describe(cursor)}
          </span>
        </p>
        <PlotAxisLabels axis={axis} />
        <div className="relative h-48 sm:h-56">
          <PlotMarks series={series} axis={axis} count={count} cursor={cursor} />
          <PlotCursor label={title} count={count} describe={describe} cursor={cursor} onMove={setCursor} />
        </div>
        <div className="col-start-2">
          <PlotTickLabels ticks={ticks} />
          <p className="text-center text-sm text-muted">{xLabel}</p>
        </div>
      </div>
      {series.length > 1 && (
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
          {series.map(({ name, tone, kind }) => (
            <li key={name} className="flex items-center gap-2">
              <span
                className={`inline-block w-5 ${kind === 'line' ? 'border-t-2' : 'border-t-8'} ${tone === 'primary' ? 'border-primary' : 'border-line-strong'}`}
              />
              {name}
            </li>
          ))}
        </ul>
      )}
      <PlotTable show={t.showTable} label={t.tableOf(title)} {...table} />
    </Panel>
  );
}
