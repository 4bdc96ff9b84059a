import { performance } from 'node:perf_hooks';

/** Milliseconds for which a queue may be long: a burst, or what piled up while no replica was there. */
const BURST_MS = 1500;

/**
 * Tells a queue that stands from a burst. Where calls come faster than they are answered, every one waits ever longer,
 * until all are done for callers that have given up; refusing those that waited too long keeps the wait short for the
 * others, however fast the service is. (After CoDel, RFC 8289: what counts is how long the shortest wait was too long.)
 */
export class QueueDelayController {
  private ended = false;
  private since = 0;
  private last = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly maxWaitMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Whether the next call of the queue, which has waited so many milliseconds, is one too many. */
  refuses(waitedMs: number): boolean {
    if (this.ended || waitedMs <= this.maxWaitMs) {
      this.last = Number.NEGATIVE_INFINITY;
      return false;
    }
    const now = this.now();
    if (now - this.last > BURST_MS) this.since = now;
    this.last = now;
    return now - this.since > BURST_MS;
  }

  /** No more calls come: those that wait are all served. */
  end(): void {
    this.ended = true;
  }
}
