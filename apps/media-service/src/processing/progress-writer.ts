import type { Attempt, ProcessingRepository } from './processing.repository.js';
import { AttemptSupersededError } from './processing-errors.js';
import { stepDuration } from './processing-metrics.js';
import { ProgressEstimate, type Stage } from './progress-estimate.js';

/** Milliseconds between two writes. */
const INTERVAL_MS = 900;

/**
 * Writes step, progress and the time left about once a second, whether or not there is something new: so the attempt
 * learns soon that it was cancelled or that another one has taken over.
 */
export class ProgressWriter {
  private readonly superseded = new AbortController();
  private readonly estimate = new ProgressEstimate();
  private ended = false;
  private timer: NodeJS.Timeout | undefined;
  private written: Promise<void> = Promise.resolve();
  private besides: string | undefined;
  private present: { step: string; begunAt: number } | undefined;

  constructor(
    private readonly repository: ProcessingRepository,
    private readonly attempt: Attempt,
  ) {}

  /** Aborts once the attempt counts no more. */
  get signal(): AbortSignal {
    return this.superseded.signal;
  }

  /** Tells what is to be done, in order; what was done by an earlier attempt is given as done. */
  plan(stages: readonly Stage[]): void {
    this.estimate.plan(stages);
  }

  /** Begins the next stage of the plan; resolves once that is written down. */
  begin(step: string): Promise<void> {
    const now = performance.now();
    this.estimate.begin(step, now);
    this.endStep(now);
    this.present = { step, begunAt: now };
    return this.tell(undefined);
  }

  /** Tells of a step that is none of the plan and takes next to no time; resolves once that is written down. */
  aside(step: string): Promise<void> {
    return this.tell(step);
  }

  /** @param share of the present stage, 0 to 1 */
  report(share: number): void {
    this.estimate.report(share);
  }

  stop(): void {
    this.ended = true;
    this.endStep(performance.now());
    clearTimeout(this.timer);
  }

  private endStep(now: number): void {
    if (this.present) {
      stepDuration.observe({ step: this.present.step }, (now - this.present.begunAt) / 1000);
    }
    this.present = undefined;
  }

  private async tell(besides: string | undefined): Promise<void> {
    this.besides = besides;
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

  /** One after the other, so that what is older never comes last. */
  private write(): Promise<void> {
    this.written = this.written.then(() => this.writeNow());
    return this.written;
  }

  private async writeNow(): Promise<void> {
    const progress = this.estimate.at(performance.now());
    if (progress === undefined) return;
    const { step } = progress;
    try {
      if (!(await this.repository.report(this.attempt, { ...progress, step: this.besides ?? step }))) {
        this.superseded.abort(new AttemptSupersededError());
      }
    } catch {
      // Progress is of no use while the database is away; the next write will tell.
    }
  }
}
