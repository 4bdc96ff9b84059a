/** Milliseconds before the minimum speed applies: at low priority, decoding a large source starts slowly. */
export const GRACE_MS = 10 * 60_000;
/**
 * Milliseconds allowed per second of film: a slow machine encodes all sizes at a thirtieth of the playing
 * speed.
 */
const MS_PER_SECOND = 30_000;

/** Detects a run that is too slow to finish, even if it still makes some progress. */
export class MinimumSpeed {
  private readonly begunAt = performance.now();
  private madeSeconds = 0;

  /** @param onTooSlow called when progress falls below the minimum speed */
  constructor(
    private readonly graceMs: number,
    private readonly onTooSlow: () => void,
  ) {}

  /** Records the seconds of output so far. Call it repeatedly. */
  made(seconds: number): void {
    this.madeSeconds = Math.max(this.madeSeconds, seconds);
    const elapsed = performance.now() - this.begunAt;
    if (elapsed > this.graceMs + this.madeSeconds * MS_PER_SECOND) this.onTooSlow();
  }
}
