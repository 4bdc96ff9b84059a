/** End of the packets of a stream, in seconds by the clock of the file. */
export interface StreamExtent {
  /** Start of the last packet. */
  readonly last: number;
  /** End of the last packet; the same as `last` without a declared duration. */
  readonly end: number;
  /** Whether the clock runs backwards or jumps. A decoder may then correct the times. */
  readonly jumps: boolean;
}

/**
 * Gap in seconds after which ffmpeg assumes a jump of the clock of a broadcast (`-dts_delta_threshold`).
 */
const JUMP_SECONDS = 10;

/** Determines the end of a stream from its packets. */
export class StreamEnd {
  private last = Number.NaN;
  private end = Number.NaN;
  private before = Number.NaN;
  private jumps = false;

  /** Adds a packet. Times are in seconds, NaN if unknown; AVI declares only decoding times. */
  add(pts: number, dts: number, duration: number): void {
    const time = Number.isFinite(pts) ? pts : dts;
    const order = Number.isFinite(dts) ? dts : pts;
    if (!Number.isFinite(time)) return;
    if (order < this.before - 1 || order > this.before + JUMP_SECONDS) this.jumps = true;
    this.before = order;
    if (time < this.last) return;
    this.last = time;
    this.end = time + (Number.isFinite(duration) ? Math.max(0, duration) : 0);
  }

  /** Returns null when no packet had a time. */
  extent(): StreamExtent | null {
    const { last, end, jumps } = this;
    return Number.isFinite(last) ? { last, end, jumps } : null;
  }
}
