import { MINUTE_MS } from '@secure-preview/contracts';
import type { Logger } from '@secure-preview/service-kit';

/** Log lines per minute for requests to undeclared paths. Further requests are only counted. */
const MAX_LINES = 60;

/** Limits log lines for requests to unknown paths, so a flood of them does not displace other lines. */
export class UnknownPaths {
  private lines = 0;
  private counted = 0;
  private sample = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly logger: Logger) {}

  /** Returns whether the request gets its own line. @param path as it would be logged */
  takeLine(path: string): boolean {
    this.timer ??= setTimeout(() => this.flush(), MINUTE_MS).unref();
    this.lines += 1;
    if (this.lines <= MAX_LINES) return true;
    if (this.counted === 0) this.sample = path;
    this.counted += 1;
    return false;
  }

  /** Logs the number of requests without their own line, and begins a new minute. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { counted, sample } = this;
    this.lines = 0;
    this.counted = 0;
    if (counted > 0)
      this.logger.warn({ counted, sample }, 'many requests to unknown paths: only their number is logged');
  }
}
