import { MINUTE_MS } from '@secure-preview/contracts';

/** Milliseconds before the minimum speed applies: at low priority, decoding a large source starts slowly. */
export const GRACE_MS = 10 * MINUTE_MS;
/** Milliseconds allowed per second of video: a slow machine encodes all sizes at 1/30 of playback speed. */
const MS_PER_SECOND = 30_000;

/** Detects a run that is too slow to finish, even if it still makes some progress. */
export class MinimumSpeed {
  private readonly startedAt = performance.now();
  private outputSeconds = 0;

  /** @param onTooSlow called when progress falls below the minimum speed */
  constructor(
    private readonly graceMs: number,
    private readonly onTooSlow: () => void,
  ) {}

  /** Records the seconds of output so far. Call it repeatedly. */
  report(seconds: number): void {
    this.outputSeconds = Math.max(this.outputSeconds, seconds);
    const elapsed = performance.now() - this.startedAt;
    if (elapsed > this.graceMs + this.outputSeconds * MS_PER_SECOND) this.onTooSlow();
  }
}
