/** The end of one stream's packets, in seconds by the file's own clock. */
export interface StreamExtent {
  /** When the last picture or piece of sound begins. */
  readonly last: number;
  /** When it ends; the same as `last` when the file does not state its duration. */
  readonly end: number;
  /** Whether the clock runs backwards or leaps. A decoder may then correct the times and end elsewhere. */
  readonly leaps: boolean;
}

/**
 * Seconds without any packet after which ffmpeg assumes that the clock of a broadcast leapt
 * (`-dts_delta_threshold`).
 */
const LEAP_SECONDS = 10;

/** Follows the packets of one stream to its end. */
export class StreamEnd {
  private last = Number.NaN;
  private end = Number.NaN;
  private before = Number.NaN;
  private leaps = false;

  /** Adds a packet. Times are in seconds, NaN when unknown; AVI states only when a packet is decoded. */
  add(pts: number, dts: number, duration: number): void {
    const time = Number.isFinite(pts) ? pts : dts;
    const order = Number.isFinite(dts) ? dts : pts;
    if (!Number.isFinite(time)) return;
    if (order < this.before - 1 || order > this.before + LEAP_SECONDS) this.leaps = true;
    this.before = order;
    if (time < this.last) return;
    this.last = time;
    this.end = time + (Number.isFinite(duration) ? Math.max(0, duration) : 0);
  }

  /** Returns null when no packet had a time. */
  extent(): StreamExtent | null {
    const { last, end, leaps } = this;
    return Number.isFinite(last) ? { last, end, leaps } : null;
  }
}
