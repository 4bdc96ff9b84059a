/** Milliseconds without any progress after which a run is aborted. */
export const STANDSTILL_MS = 5 * 60_000;

/** Detects a run that has stopped advancing, by ffmpeg's progress reports every half second. */
export class StallDetector {
  private readonly seen = new Map<string, string>();
  private readonly timer: NodeJS.Timeout;

  /** @param onStandstill called once when neither frames nor time have moved for `milliseconds` */
  constructor(milliseconds: number, onStandstill: () => void) {
    this.timer = setTimeout(onStandstill, milliseconds);
  }

  /** Reads a line of ffmpeg's `-progress` output. */
  line(line: string): void {
    const [, name = '', value = ''] = /^(out_time_us|frame)=\s*(\S+)/.exec(line) ?? [];
    if (name === '' || this.seen.get(name) === value) return;
    this.seen.set(name, value);
    this.timer.refresh();
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
