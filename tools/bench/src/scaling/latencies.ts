import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** Response times in milliseconds. */
export interface Latency {
  count: number;
  p50Ms: number;
  p99Ms: number;
}

/** Records response times by kind and in total. */
export class Latencies {
  private readonly all = createHistogram();
  private readonly kinds = new Map<string, RecordableHistogram>();

  record(kind: string, milliseconds: number): void {
    const microseconds = Math.max(1, Math.round(milliseconds * 1000));
    this.all.record(microseconds);
    let own = this.kinds.get(kind);
    if (own === undefined) {
      own = createHistogram();
      this.kinds.set(kind, own);
    }
    own.record(microseconds);
  }

  /** Returns latencies by kind, and the total under `all`. */
  read(): Record<string, Latency> {
    return Object.fromEntries(
      [['all', this.all] as const, ...this.kinds].map(([kind, histogram]) => [kind, latency(histogram)]),
    );
  }
}

const latency = (histogram: RecordableHistogram): Latency => ({
  count: histogram.count,
  p50Ms: histogram.percentile(50) / 1000,
  p99Ms: histogram.percentile(99) / 1000,
});
