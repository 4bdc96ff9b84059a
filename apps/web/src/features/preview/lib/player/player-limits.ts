/** Tooltips, in milliseconds (docs/product.md#pages). */
export const tooltipDelays = { openMs: 700, skipMs: 300 } as const;

/** Player (docs/product.md#playback). */
export const playerLimits = {
  slider: { min: 0, max: 100, step: 0.1 },
  /** Seconds by which an arrow key changes the position. */
  arrowSeconds: 5,
  /**
   * Minimum milliseconds between the seeks of a dragged slider or a held key. More often, an ordinary visit could be sent so
   * much that it is flagged as a copy.
   */
  pacedSeekEveryMs: 1000,
  /** Share of full volume by which an arrow key changes the volume. */
  arrowVolume: 0.1,
  /** Milliseconds between progress reports during playback. Their answers also report an ended playback. */
  progressEveryMs: 5000,
  /**
   * The same with an event stream, which reports an ended playback sooner. After a crash at most 10 s may be missing, of
   * which one second is for the way. A report may come 6 s late before the player has no signal.
   */
  progressWithStreamEveryMs: 9000,
  /**
   * Minimum milliseconds between signals of the player's state. The administrator sees each change within 2 s: this
   * time, one second until the live page asks again, and the way.
   */
  signalEveryMs: 500,
  /** Milliseconds between signals of a paused player. */
  pausedSignalEveryMs: 9000,
  /** Milliseconds from a counted seek or loss of the watermark to the report of a paused player. */
  reportCountsAfterMs: 1000,
  /** Milliseconds between access checks while the video is paused and visible. */
  accessCheckEveryMs: 10_000,
  /** Retries for a segment that failed to load; the delay doubles. */
  segmentRetry: { maxNumRetry: 4, retryDelayMs: 500, maxRetryDelayMs: 4000 },
  /** Assumed bandwidth before the first measurement, in bits per second. */
  startBitsPerSecond: { min: 500_000, max: 5_000_000, unknown: 3_000_000 },
  /** Milliseconds after the last movement until the control bar hides during playback. */
  hideControlsAfterMs: 2500,
} as const;
