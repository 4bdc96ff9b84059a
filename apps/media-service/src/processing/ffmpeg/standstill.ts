/** Milliseconds without any progress after which a run is given up. */
export const STANDSTILL_MS = 5 * 60_000;

/** Tells from ffmpeg's progress, which it reports every half second, when it gets on no more. */
export class Standstill {
  private readonly seen = new Map<string, string>();
  private readonly timer: NodeJS.Timeout;

  /** @param onStandstill called once when neither frames nor time have moved for so many milliseconds */
  constructor(milliseconds: number, onStandstill: () => void) {
    this.timer = setTimeout(onStandstill, milliseconds);
  }

  /** Takes a line of what ffmpeg says with `-progress`. */
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
