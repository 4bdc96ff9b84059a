import { performance } from 'node:perf_hooks';

/**
 * Milliseconds for which long waits are tolerated, as in a burst or after a time without replicas.
 */
const BURST_MS = 1500;

/**
 * Distinguishes a backlogged queue from a burst, after CoDel (RFC 8289). When calls arrive faster than they
 * are answered, waits grow until every caller gives up before its answer is sent. Rejecting calls that
 * waited too long keeps the wait short for the rest, at any speed of the service. The criterion is the time
 * since the last short wait.
 */
export class QueueDelayController {
  private ended = false;
  private longSince = 0;
  private lastLongAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly maxWaitMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Returns whether to reject the next call of the queue, which has waited `waitedMs` milliseconds. */
  shouldReject(waitedMs: number): boolean {
    if (this.ended || waitedMs <= this.maxWaitMs) {
      this.lastLongAt = Number.NEGATIVE_INFINITY;
      return false;
    }
    const now = this.now();
    if (now - this.lastLongAt > BURST_MS) this.longSince = now;
    this.lastLongAt = now;
    return now - this.longSince > BURST_MS;
  }

  /** Stops rejecting: no more calls arrive, and all waiting calls are served. */
  end(): void {
    this.ended = true;
  }
}
