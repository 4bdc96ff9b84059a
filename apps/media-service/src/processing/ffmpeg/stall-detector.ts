/** Limit without progress, in milliseconds. */
export const STALL_MS = 5 * 60_000;

/** Detects a run without progress, by ffmpeg's reports every half second. */
export class StallDetector {
  private readonly lastValues = new Map<string, string>();
  private readonly timer: NodeJS.Timeout;

  /** @param onStall called once if neither frames nor time advance for `milliseconds` */
  constructor(milliseconds: number, onStall: () => void) {
    this.timer = setTimeout(onStall, milliseconds);
  }

  /** Reads a line of ffmpeg's `-progress` output. */
  line(line: string): void {
    const [, name = '', value = ''] = /^(out_time_us|frame)=\s*(\S+)/.exec(line) ?? [];
    if (name === '' || this.lastValues.get(name) === value) return;
    this.lastValues.set(name, value);
    this.timer.refresh();
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
