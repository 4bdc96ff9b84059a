import { scaleLinear } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';

/** Height of a plot in the units of its paths. Their width is the number of values. */
export const PLOT_HEIGHT = 100;
/** Share of its place that a gap between bars takes, with few bars. */
const BAR_GAP = 0.15;
/** Bars from which on gaps would be narrower than a pixel. */
const MANY_BARS = 150;

/** A vertical axis from 0 to a round number above all values. */
export interface PlotAxis {
  readonly yOf: (value: number) => number;
  /** Whole numbers, from 0. */
  readonly ticks: readonly number[];
}

/** Creates the axis for values that are counts. */
export function axisOf(values: readonly number[]): PlotAxis {
  const yOf = scaleLinear()
    .domain([0, Math.max(1, ...values)])
    .nice(4)
    .range([PLOT_HEIGHT, 0]);
  return { yOf, ticks: yOf.ticks(4).filter(Number.isInteger) };
}

/** Repeats the last value, because each value is a step as wide as its place. */
const steps = (values: readonly number[]) => [...values, values.at(-1) ?? 0];

/** Returns the path of a filled curve with a step for each value. */
export const areaPath = (values: readonly number[], { yOf }: PlotAxis): string =>
  area<number>()
    .curve(curveStepAfter)
    .x((_, index) => index)
    .y0(PLOT_HEIGHT)
    .y1(yOf)(steps(values)) ?? '';

/** Returns the path of a line with a step for each value. */
export const linePath = (values: readonly number[], { yOf }: PlotAxis): string =>
  line<number>()
    .curve(curveStepAfter)
    .x((_, index) => index)
    .y(yOf)(steps(values)) ?? '';

/** Returns the path of bars. Values of 0 have none. */
export function barsPath(values: readonly number[], { yOf }: PlotAxis): string {
  const gap = values.length > MANY_BARS ? 0 : BAR_GAP;
  return values
    .map((value, index) =>
      value > 0 ? `M${index + gap},${PLOT_HEIGHT}V${yOf(value)}H${index + 1 - gap}V${PLOT_HEIGHT}Z` : '',
    )
    .join('');
}
