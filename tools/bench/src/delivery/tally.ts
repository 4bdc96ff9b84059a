import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** Results of a crowd of viewers during the measurement. */
export interface Tally {
  /** Requests that the front server (the gateway or nginx) responded to. */
  requests: number;
  segments: number;
  /** Bytes of bodies by sender. */
  frontMediaBytes: number;
  storeMediaBytes: number;
  /** Milliseconds from the request to the front server until its response headers. */
  answerP50Ms: number;
  answerP99Ms: number;
  /** Milliseconds until the whole segment has arrived. */
  segmentP50Ms: number;
  segmentP99Ms: number;
  /** Segments that took longer to load than to play: without a buffer, playback would have stalled. */
  late: number;
  /**
   * Idle connections that the server closed at the moment of reuse; requests are repeated, as browsers do.
   */
  reconnects: number;
  errors: number;
  /** Messages of the first few errors. */
  errorTexts: string[];
}

const MAX_ERROR_TEXTS = 5;

/** Counts for all viewers of one process. */
export class Counters {
  private answers: RecordableHistogram = createHistogram();
  private wholes: RecordableHistogram = createHistogram();
  private counts = Counters.none();

  /** Resets all counts. */
  reset(): void {
    this.answers = createHistogram();
    this.wholes = createHistogram();
    this.counts = Counters.none();
  }

  request(): void {
    this.counts.requests += 1;
  }

  reconnect(): void {
    this.counts.reconnects += 1;
  }

  /** Counts one segment: its time until the front server's response, and until its last byte. */
  /** @param seen.answerMs absent if the segment needed no request to the front server */
  segment(seen: {
    answerMs: number | undefined;
    wholeMs: number;
    fromFront: number;
    fromStore: number;
    late: boolean;
  }) {
    this.counts.segments += 1;
    this.counts.frontMediaBytes += seen.fromFront;
    this.counts.storeMediaBytes += seen.fromStore;
    if (seen.late) this.counts.late += 1;
    if (seen.answerMs !== undefined) this.answers.record(Math.max(1, Math.round(seen.answerMs * 1000)));
    this.wholes.record(Math.max(1, Math.round(seen.wholeMs * 1000)));
  }

  error(text: string): void {
    this.counts.errors += 1;
    if (this.counts.errorTexts.length < MAX_ERROR_TEXTS) this.counts.errorTexts.push(text);
  }

  read(): Tally {
    const ms = (histogram: RecordableHistogram, percent: number) => histogram.percentile(percent) / 1000;
    return {
      ...this.counts,
      answerP50Ms: ms(this.answers, 50),
      answerP99Ms: ms(this.answers, 99),
      segmentP50Ms: ms(this.wholes, 50),
      segmentP99Ms: ms(this.wholes, 99),
    };
  }

  private static none() {
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
