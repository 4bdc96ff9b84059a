/** Where the packets of one stream lie, in seconds by the file's own clock. */
export interface StreamExtent {
  /** When the last picture, or the last piece of sound, begins. */
  readonly last: number;
  /** And when it ends; the same where the file does not tell how long it lasts. */
  readonly end: number;
  /** Its clock runs backwards somewhere, or leaps: whoever decodes it may set the times right, and end elsewhere. */
  readonly leaps: boolean;
}

/** Seconds without any packet after which ffmpeg takes the clock of a broadcast to have leapt (`-dts_delta_threshold`). */
const LEAP_SECONDS = 10;

/** Follows the packets of one stream to its end. */
export class StreamEnd {
  private last = Number.NaN;
  private end = Number.NaN;
  private before = Number.NaN;
  private leaps = false;

  /** Seconds, each NaN when unknown; AVI tells no more than when a packet is decoded. */
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

  /** Null when no packet had a time. */
  extent(): StreamExtent | null {
    const { last, end, leaps } = this;
    return Number.isFinite(last) ? { last, end, leaps } : null;
  }
}
