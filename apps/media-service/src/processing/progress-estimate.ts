import type { Progress } from './attempt.js';

/** One part of the work. */
export interface Stage {
  readonly step: string;
  /** Share of the whole work, in a unit common to all stages of a plan. */
  readonly weight: number;
  readonly done?: boolean;
}

/** The step that predicts the remaining time, because it takes most of the time. */
const PREDICTING_STEP = 'encode';

/**
 * Minimum share and milliseconds of a stage before it predicts the speed, because programs start slowly.
 */
const MIN_SHARE = 0.02;
const MIN_MS = 1500;

/** Estimates the percentage of all work and the remaining seconds from the speed of the current stage. */
export class ProgressEstimate {
  private stages: readonly Stage[] = [];
  private position = -1;
  private share = 0;
  private begunAt = 0;
  /** Milliseconds per unit of weight in the last measured stage. */
  private pace: number | undefined;

  plan(stages: readonly Stage[]): void {
    const current = this.stages[this.position];
    this.stages = stages;
    this.position =
      current === undefined ? -1 : stages.findIndex(({ step, done }) => step === current.step && !done);
  }

  /** Moves to the next unfinished stage of this name. */
  begin(step: string, now: number): void {
    const next = this.stages.findIndex(
      (stage, at) => at > this.position && stage.step === step && !stage.done,
    );
    if (next < 0) throw new Error(`${step} is not planned`);
    this.position = next;
    this.share = 0;
    this.begunAt = now;
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
    const elapsed = now - this.begunAt;
    if (stage.step === PREDICTING_STEP && this.share >= MIN_SHARE && elapsed >= MIN_MS) {
      this.pace = elapsed / (this.share * stage.weight);
    }
    // Only the end of the processing sets 100 percent.
    const percent = Math.min(99.9, (100 * done) / total);
    const secondsLeft = this.pace === undefined ? null : Math.ceil(((total - done) * this.pace) / 1000);
    return { step: stage.step, percent, secondsLeft };
  }
}
