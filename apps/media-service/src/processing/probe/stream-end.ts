/** End of one stream's packets, in seconds of the file's timestamps. */
export interface StreamExtent {
  /** Start of the last packet in display order. */
  readonly last: number;
  /** End of the last packet; equals `last` when the file does not state its duration. */
  readonly end: number;
  /** Whether timestamps jump. A decoder may then correct them and end at another time. */
  readonly hasTimestampJump: boolean;
}

/** Seconds between packets from which ffmpeg assumes a timestamp jump (`-dts_delta_threshold`). */
const TIMESTAMP_JUMP_SECONDS = 10;

/** Finds the end of one stream from its packets. */
export class StreamEnd {
  private last = Number.NaN;
  private end = Number.NaN;
  private before = Number.NaN;
  private hasTimestampJump = false;

  /** Adds a packet. Times are in seconds, NaN when unknown. AVI has only decoding times. */
  add(pts: number, dts: number, duration: number): void {
    const time = Number.isFinite(pts) ? pts : dts;
    const order = Number.isFinite(dts) ? dts : pts;
    if (!Number.isFinite(time)) return;
    if (order < this.before - 1 || order > this.before + TIMESTAMP_JUMP_SECONDS) this.hasTimestampJump = true;
    this.before = order;
    if (time < this.last) return;
    this.last = time;
    this.end = time + (Number.isFinite(duration) ? Math.max(0, duration) : 0);
  }

  /** Returns the end of the stream; null when no packet had a time. */
  extent(): StreamExtent | null {
    const { last, end, hasTimestampJump } = this;
    return Number.isFinite(last) ? { last, end, hasTimestampJump } : null;
  }
}
