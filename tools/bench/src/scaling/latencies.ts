import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** Response times in milliseconds. */
export interface Latency {
  count: number;
  p50Ms: number;
  p99Ms: number;
}

/** Records response times by kind and in total. */
export class Latencies {
  private readonly total = createHistogram();
  private readonly kinds = new Map<string, RecordableHistogram>();

  record(kind: string, milliseconds: number): void {
    const microseconds = Math.max(1, Math.round(milliseconds * 1000));
    this.total.record(microseconds);
    let histogram = this.kinds.get(kind);
    if (histogram === undefined) {
      histogram = createHistogram();
      this.kinds.set(kind, histogram);
    }
    histogram.record(microseconds);
  }

  /** Returns latencies by kind, and the total under `total`. */
  read(): Record<string, Latency> {
    return Object.fromEntries(
      [['all', this.total] as const, ...this.kinds].map(([kind, histogram]) => [kind, latency(histogram)]),
    );
  }
}

const latency = (histogram: RecordableHistogram): Latency => ({
  count: histogram.count,
  p50Ms: histogram.percentile(50) / 1000,
  p99Ms: histogram.percentile(99) / 1000,
});
