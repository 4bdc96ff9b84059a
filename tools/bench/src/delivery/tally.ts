import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** What a crowd of viewers saw in the time that counts. */
export interface Tally {
  /** Requests that the front server answered: the gateway, or nginx. */
  requests: number;
  segments: number;
  /** Bytes of bodies by who sent them. */
  frontMediaBytes: number;
  storeMediaBytes: number;
  /** Milliseconds from asking the front server until its answer's head. */
  answerP50Ms: number;
  answerP99Ms: number;
  /** Milliseconds until the whole segment was there. */
  segmentP50Ms: number;
  segmentP99Ms: number;
  /** Segments that took longer than they play: without a buffer, playback would have stopped. */
  late: number;
  /** Idle connections that the server closed as they were used; asked again, as browsers do. */
  reconnects: number;
  errors: number;
  /** The first few, in words. */
  errorTexts: string[];
}

const MAX_ERROR_TEXTS = 5;

/** Counts for all viewers of one process. */
export class Counters {
  private answers: RecordableHistogram = createHistogram();
  private wholes: RecordableHistogram = createHistogram();
  private counts = Counters.none();

  /** Forgets all that was counted. */
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

  /** A segment's way: until the front server's answer, and until its last byte. */
  segment(seen: { answerMs: number; wholeMs: number; fromFront: number; fromStore: number; late: boolean }) {
    this.counts.segments += 1;
    this.counts.frontMediaBytes += seen.fromFront;
    this.counts.storeMediaBytes += seen.fromStore;
    if (seen.late) this.counts.late += 1;
    this.answers.record(Math.max(1, Math.round(seen.answerMs * 1000)));
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
      ...{ requests: 0, segments: 0, frontMediaBytes: 0, storeMediaBytes: 0 },
      ...{ late: 0, reconnects: 0, errors: 0, errorTexts: [] as string[] },
    };
  }
}
