import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** Results of the simulated viewers during the measurement. */
export interface Tally {
  /** Requests that the front server (the gateway or nginx) responded to. */
  requests: number;
  segments: number;
  /** Bytes of bodies by sender. */
  frontMediaBytes: number;
  storeMediaBytes: number;
  /** Milliseconds from the request to the front server until its response headers. */
  responseP50Ms: number;
  responseP99Ms: number;
  /** Milliseconds until the whole segment has arrived. */
  segmentP50Ms: number;
  segmentP99Ms: number;
  /** Segments that took longer to load than to play: without a buffer, playback would have stalled. */
  late: number;
  /**
   * Requests repeated because the server closed their idle connection at the moment of reuse.
   */
  reconnects: number;
  errors: number;
  /** Messages of the first few errors. */
  errorTexts: string[];
}

const MAX_ERROR_TEXTS = 5;

/** Counts the results of all viewers of one process. */
export class Counters {
  private responseTimes: RecordableHistogram = createHistogram();
  private segmentTimes: RecordableHistogram = createHistogram();
  private counts = Counters.zero();

  /** Resets all counts. */
  reset(): void {
    this.responseTimes = createHistogram();
    this.segmentTimes = createHistogram();
    this.counts = Counters.zero();
  }

  request(): void {
    this.counts.requests += 1;
  }

  reconnect(): void {
    this.counts.reconnects += 1;
  }

  /**
   * Counts one segment: its time until the response headers of the front server, and until its last byte.
   *
   * @param result `responseMs` is absent if the segment needed no request to the front server
   */
  segment(result: {
    responseMs: number | undefined;
    segmentMs: number;
    fromFront: number;
    fromStore: number;
    late: boolean;
  }) {
    this.counts.segments += 1;
    this.counts.frontMediaBytes += result.fromFront;
    this.counts.storeMediaBytes += result.fromStore;
    if (result.late) this.counts.late += 1;
    if (result.responseMs !== undefined)
      this.responseTimes.record(Math.max(1, Math.round(result.responseMs * 1000)));
    this.segmentTimes.record(Math.max(1, Math.round(result.segmentMs * 1000)));
  }

  error(text: string): void {
    this.counts.errors += 1;
    if (this.counts.errorTexts.length < MAX_ERROR_TEXTS) this.counts.errorTexts.push(text);
  }

  read(): Tally {
    const ms = (histogram: RecordableHistogram, percent: number) => histogram.percentile(percent) / 1000;
    return {
      ...this.counts,
      responseP50Ms: ms(this.responseTimes, 50),
      responseP99Ms: ms(this.responseTimes, 99),
      segmentP50Ms: ms(this.segmentTimes, 50),
      segmentP99Ms: ms(this.segmentTimes, 99),
    };
  }

  private static zero() {
    return {
      requests: 0,
      segments: 0,
      frontMediaBytes: 0,
      storeMediaBytes: 0,
      late: 0,
      reconnects: 0,
      errors: 0,
      errorTexts: [] as string[],
    };
  }
}
