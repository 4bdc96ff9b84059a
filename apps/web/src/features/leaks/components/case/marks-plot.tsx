import type { ReadMark } from '@secure-preview/contracts';
import { useState } from 'react';
import { PlotCursor } from '../../../../components/plots/plot-cursor.js';
import { PlotTickLabels } from '../../../../components/plots/plot-tick-labels.js';
import { timeTicks } from '../../../../lib/plot-ticks.js';
import { useLeaksPageMessages } from '../../../../messages/leaks-page/use-leaks-page-messages.js';
import { exactTimeText } from '../../lib/leak-text.js';
import { barsOf, type MarksStrip, STRIP_HEIGHT } from '../../lib/marks-strip.js';

interface MarksPlotProps {
  title: string;
  strip: MarksStrip;
  trailerSeconds: number;
  /** Segments in which the compared copy differs; undefined if none is compared. */
  differs: ReadonlySet<number> | undefined;
  describe: (mark: ReadMark) => string;
}

/** Bars for the read marks of a version, with a cursor that reads single ones, and the parts in the clip below. */
export function MarksPlot({ title, strip, trailerSeconds, differs, describe }: MarksPlotProps) {
  const messages = useLeaksPageMessages();
  const t = messages.leaks.marks;
  const [cursor, setCursor] = useState<number>();
  const { count, segmentSeconds, marks, shown } = strip;
  const { above, below } = barsOf(strip, differs);
  const line = differs ? STRIP_HEIGHT / 2 : STRIP_HEIGHT;
  const textAt = (place: number) => {
    const mark = marks.get(place);
    const time = exactTimeText(place * segmentSeconds, messages.locale);
    return t.cursor(time, mark ? describe(mark) : t.nothingRead);
  };
  return (
    // Times go from left to right in every language.
    <div dir="ltr" className="grid min-w-0 print:break-inside-avoid">
      <p className="mb-2 flex min-h-6 flex-wrap justify-between gap-x-4 text-sm text-muted">
        <span>{t.weightAxis}</span>
        {/* The cursor has the same text for screen readers. */}
        <span aria-hidden="true" className="font-medium text-foreground tabular-nums">
          {cursor !== undefined && textAt(cursor)}
        </span>
      </p>
      <div className="relative h-32 sm:h-40">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${count} ${STRIP_HEIGHT}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          <path d={above} className="fill-primary" />
          <path d={below} className="fill-destructive" />
          <path d={`M0,${line}H${count}`} vectorEffect="non-scaling-stroke" className="stroke-line-strong" />
          {cursor !== undefined && (
            <path
              d={`M${cursor + 0.5},0V${STRIP_HEIGHT}`}
              vectorEffect="non-scaling-stroke"
              className="stroke-foreground stroke-1 print:hidden"
            />
          )}
        </svg>
        <PlotCursor label={title} count={count} describe={textAt} cursor={cursor} onMove={setCursor} />
      </div>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${count} 1`}
        preserveAspectRatio="none"
        className="mt-2 h-2 w-full rounded-full bg-white/7 print:border print:border-black"
      >
        {shown.map(({ from, to }) => (
          <path key={`${from} ${to}`} d={`M${from},0H${to}V1H${from}Z`} className="fill-success" />
        ))}
      </svg>
      <PlotTickLabels ticks={timeTicks(Math.max(1, trailerSeconds))} />
      <p className="text-center text-sm text-muted">{t.axis}</p>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        <Legend className="border-primary" text={differs ? t.agrees : t.read} />
        {differs && <Legend className="border-destructive" text={t.differs} />}
        <Legend className="border-success" text={t.clip} />
      </ul>
    </div>
  );
}

function Legend({ className, text }: { className: string; text: string }) {
  return (
    <li className="flex items-center gap-2">
      <span className={`inline-block w-5 border-t-8 ${className}`} />
      {text}
    </li>
  );
}
