/**
 * Milliseconds before the minimum speed applies: at low priority the first pictures of a large source come
 * late.
 */
export const GRACE_MS = 10 * 60_000;
/**
 * Milliseconds allowed per second of film: a slow machine encodes all sizes at a thirtieth of the playing
 * speed.
 */
const MS_PER_SECOND = 30_000;

/** Detects a run that is too slow to finish: one picture now and then is no progress. */
export class MinimumSpeed {
  private readonly begunAt = performance.now();
  private madeSeconds = 0;

  /** @param onTooSlow called when less was made than the time since the start requires */
  constructor(
    private readonly graceMs: number,
    private readonly onTooSlow: () => void,
  ) {}

  /** Records how many seconds are made. Call it repeatedly. */
  made(seconds: number): void {
    this.madeSeconds = Math.max(this.madeSeconds, seconds);
    const elapsed = performance.now() - this.begunAt;
    if (elapsed > this.graceMs + this.madeSeconds * MS_PER_SECOND) this.onTooSlow();
  }
}
