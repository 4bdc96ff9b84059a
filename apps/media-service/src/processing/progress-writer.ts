import { AttemptSuperseded } from './file-fault.js';
import type { Attempt, ProcessingRepository } from './processing.repository.js';

/** Milliseconds between two writes at least. */
const INTERVAL_MS = 1000;

/** Writes step and progress at most once a second, and learns from it whether the attempt still counts. */
export class ProgressWriter {
  private readonly superseded = new AbortController();
  private latest: { step: string; progress: number } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private writtenAt = 0;

  constructor(
    private readonly repository: ProcessingRepository,
    private readonly attempt: Attempt,
  ) {}

  /** Aborts once another attempt has taken over or the trailer is gone. */
  get signal(): AbortSignal {
    return this.superseded.signal;
  }

  /** @param progress percent of the whole */
  report(step: string, progress: number): void {
    this.latest = { step, progress };
    if (this.timer !== undefined) return;
    const wait = Math.max(0, this.writtenAt + INTERVAL_MS - Date.now());
    this.timer = setTimeout(() => void this.write(), wait);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.latest = undefined;
  }

  private async write(): Promise<void> {
    this.timer = undefined;
    const report = this.latest;
    if (report === undefined) return;
    this.writtenAt = Date.now();
    try {
      const counts = await this.repository.report(this.attempt, report.step, report.progress);
      if (!counts) this.superseded.abort(new AttemptSuperseded());
    } catch {
      // Progress is of no use while the database is away; the next write will tell.
    }
  }
}
