import type { Progress } from './attempt.js';

/** One stage of the processing. */
export interface Stage {
  readonly step: string;
  /** Share of the whole work, in a unit common to all stages of a plan. */
  readonly weight: number;
  readonly done?: boolean;
}

/** The only step that predicts the speed of the rest: it takes nearly all of the time. */
const MEASURED_STEP = 'encode';

/** Minimum completed share before a stage predicts the speed. Startup distorts earlier values. */
const MIN_SHARE = 0.02;
/** Minimum milliseconds before a stage predicts the speed. */
const MIN_MS = 1500;

/** Estimates the percent of all work and the seconds left, from the speed of the current stage. */
export class ProgressEstimate {
  private stages: readonly Stage[] = [];
  private position = -1;
  private share = 0;
  private startedAt = 0;
  /** Milliseconds per unit of weight, by the last stage that was measured. */
  private pace: number | undefined;

  plan(stages: readonly Stage[]): void {
    const current = this.stages[this.position];
    this.stages = stages;
    this.position =
      current === undefined ? -1 : stages.findIndex(({ step, done }) => step === current.step && !done);
  }

  /** Moves to the next stage of that name that is not done. */
  begin(step: string, now: number): void {
    const next = this.stages.findIndex(
      (stage, at) => at > this.position && stage.step === step && !stage.done,
    );
    if (next < 0) throw new Error(`${step} is not planned`);
    this.position = next;
    this.share = 0;
    this.startedAt = now;
  }

  report(share: number): void {
    this.share = Math.min(1, Math.max(this.share, share));
  }

  /** Returns the progress at a time; undefined before the first stage. */
  at(now: number): Progress | undefined {
    const stage = this.stages[this.position];
    if (stage === undefined) return undefined;
    const total = this.stages.reduce((sum, { weight }) => sum + weight, 0);
    const before = this.stages.slice(0, this.position).reduce((sum, { weight }) => sum + weight, 0);
    const done = before + stage.weight * this.share;
    const elapsed = now - this.startedAt;
    if (stage.step === MEASURED_STEP && this.share >= MIN_SHARE && elapsed >= MIN_MS) {
      this.pace = elapsed / (this.share * stage.weight);
    }
    // Only a finished trailer shows 100 percent.
    const percent = Math.min(99.9, (100 * done) / total);
    const secondsLeft = this.pace === undefined ? null : Math.ceil(((total - done) * this.pace) / 1000);
    return { step: stage.step, percent, secondsLeft };
  }
}
