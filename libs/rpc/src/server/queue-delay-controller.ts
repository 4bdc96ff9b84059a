import { performance } from 'node:perf_hooks';

/**
 * Milliseconds for which waits may be long: in a burst, or after requests piled up while no replica served.
 */
const BURST_MS = 1500;

/**
 * Distinguishes a backlogged queue from a burst, after CoDel (RFC 8289). When calls arrive faster than they
 * are answered, waits grow until every answer comes after its caller has given up. Rejecting calls that
 * waited too long keeps the wait short for the others, however fast the service is. The criterion is the time
 * since the last short wait.
 */
export class QueueDelayController {
  private ended = false;
  private since = 0;
  private last = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly maxWaitMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Returns whether to reject the next call of the queue, which has waited `waitedMs` milliseconds. */
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

  /** Stops rejecting: no more calls arrive, and all waiting ones are served. */
  end(): void {
    this.ended = true;
  }
}
