import { MINUTE_MS } from '@secure-preview/contracts';

/** Milliseconds without any progress after which a run is aborted. */
export const STALL_MS = 5 * MINUTE_MS;

/** Detects a stalled run from ffmpeg's progress reports. */
export class StallDetector {
  private readonly lastValues = new Map<string, string>();
  private readonly timer: NodeJS.Timeout;

  /** @param onStall called once when neither frame count nor time has changed for `milliseconds` */
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
