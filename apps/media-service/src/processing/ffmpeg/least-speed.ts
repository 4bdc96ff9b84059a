/** Milliseconds until the first pictures must be there: those of a large source that is seldom let on come late. */
export const GRACE_MS = 10 * 60_000;
/** A slow machine encodes all sizes at a thirtieth of the playing speed. */
const MS_PER_SECOND = 30_000;

/** Tells when a run is slower than any that comes to an end: one picture now and then is no progress. */
export class LeastSpeed {
  private readonly begunAt = performance.now();
  private madeSeconds = 0;

  /** @param onTooSlow called when less was made than the time since the beginning allows for */
  constructor(
    private readonly graceMs: number,
    private readonly onTooSlow: () => void,
  ) {}

  /** Takes how many seconds are made; to be told again and again. */
  made(seconds: number): void {
    this.madeSeconds = Math.max(this.madeSeconds, seconds);
    const elapsed = performance.now() - this.begunAt;
    if (elapsed > this.graceMs + this.madeSeconds * MS_PER_SECOND) this.onTooSlow();
  }
}
