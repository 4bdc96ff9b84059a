import type { Logger } from '@secure-preview/service-kit';

/** Lines per minute for requests to undeclared paths; further requests are only counted. */
const LINES = 60;
const MINUTE_MS = 60_000;

/** Keeps a flood of requests to unknown paths from pushing older lines out of the log. */
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
    if (this.lines <= LINES) return true;
    if (this.counted === 0) this.sample = path;
    this.counted += 1;
    return false;
  }

  /** Logs the number of requests without a line, and begins a new minute. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { counted, sample } = this;
    this.lines = 0;
    this.counted = 0;
    if (counted > 0) this.logger.warn({ counted, sample }, 'too many requests to unknown paths to log each');
  }
}
