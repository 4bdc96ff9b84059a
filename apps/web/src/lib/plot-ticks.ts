import { formatTime } from '@secure-preview/contracts';

/** A label of the horizontal axis. */
export interface PlotTick {
  /** 0 to 1, from the left. */
  readonly at: number;
  readonly label: string;
}

/** Seconds between two labels of time. */
const TIME_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];
/** Labels that fit on a phone. */
const MAX_LABELS = 6;

/** Returns labels at round times of a plot of `seconds`. */
export function timeTicks(seconds: number): PlotTick[] {
  const step = TIME_STEPS.find((each) => seconds / each < MAX_LABELS) ?? seconds;
  const count = Math.floor(seconds / step) + 1;
  return Array.from({ length: count }, (_, index) => ({
    at: (index * step) / seconds,
    label: formatTime(index * step),
  }));
}

/** Returns labels in the middle of some of the places, always of the first one. */
export function placeTicks(labels: readonly string[]): PlotTick[] {
  const step = Math.max(1, Math.ceil(labels.length / (MAX_LABELS - 1)));
  return labels.flatMap((label, index) =>
    index % step === 0 ? [{ at: (index + 0.5) / labels.length, label }] : [],
  );
}
