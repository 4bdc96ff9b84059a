import { AppError } from '@secure-preview/contracts';
import { type Logger, mapConnectionError } from '@secure-preview/service-kit';
import pLimit from 'p-limit';
import type { Progress } from './attempt.js';
import { stepDuration } from './processing.metrics.js';
import { AttemptSupersededError } from './processing-errors.js';
import { ProgressEstimate, type Stage } from './progress-estimate.js';

/** Milliseconds between two writes. */
const INTERVAL_MS = 900;

/** Stores the progress of attempts. */
interface ProgressStore<Attempt> {
  /** Returns false when the attempt is superseded. */
  report(attempt: Attempt, progress: Progress): Promise<boolean>;
}

/**
 * Writes step, progress and remaining time about once a second, even without changes. Each write also detects
 * that the attempt was cancelled or superseded.
 */
export class ProgressWriter<Attempt extends object> {
  private readonly superseded = new AbortController();
  private readonly estimate = new ProgressEstimate();
  private ended = false;
  private hasLogged = false;
  private timer: NodeJS.Timeout | undefined;
  /** Serialises writes, because an older write must not overwrite a newer write. */
  private readonly writing = pLimit(1);
  private unplannedStep: string | undefined;
  private current: { step: string; startedAt: number } | undefined;

  constructor(
    private readonly repository: ProgressStore<Attempt>,
    private readonly attempt: Attempt,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Aborts once the attempt is superseded. */
  get signal(): AbortSignal {
    return this.superseded.signal;
  }

  /** Sets the stages in order. Stages completed by an earlier attempt are marked as done. */
  plan(stages: readonly Stage[]): void {
    this.estimate.plan(stages);
  }

  /** Begins the next stage of the plan; resolves after the write. */
  begin(step: string): Promise<void> {
    const now = performance.now();
    this.estimate.begin(step, now);
    this.endStep(now);
    this.current = { step, startedAt: now };
    return this.writeStep(undefined);
  }

  /** Reports a short step that is not part of the plan; resolves after the write. */
  beginUnplanned(step: string): Promise<void> {
    return this.writeStep(step);
  }

  /** @param share completed share of the current stage, 0 to 1 */
  report(share: number): void {
    this.estimate.report(share);
  }

  stop(): void {
    this.ended = true;
    this.endStep(performance.now());
    clearTimeout(this.timer);
  }

  private endStep(now: number): void {
    if (this.current) {
      stepDuration.observe({ step: this.current.step }, (now - this.current.startedAt) / 1000);
    }
    this.current = undefined;
  }

  private async writeStep(unplannedStep: string | undefined): Promise<void> {
    this.unplannedStep = unplannedStep;
    clearTimeout(this.timer);
    await this.write();
    if (!this.ended) this.schedule();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      void this.write().then(() => {
        if (!this.ended) this.schedule();
      });
    }, INTERVAL_MS);
  }

  private write(): Promise<void> {
    return this.writing(() => this.writeNow());
  }

  private async writeNow(): Promise<void> {
    const progress = this.estimate.at(performance.now());
    if (progress === undefined) return;
    const { step } = progress;
    try {
      if (!(await this.repository.report(this.attempt, { ...progress, step: this.unplannedStep ?? step }))) {
        this.superseded.abort(new AttemptSupersededError());
      }
    } catch (error) {
      this.logUnexpected(error);
    }
  }

  /** Logs the first error other than an unavailable database. The next write reports the progress again. */
  private logUnexpected(error: unknown): void {
    if (this.hasLogged || mapConnectionError(error) instanceof AppError) return;
    this.hasLogged = true;
    this.logger.warn({ err: error, ...(this.attempt as object) }, 'progress could not be written');
  }
}
