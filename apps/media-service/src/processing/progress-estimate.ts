import type { Progress } from './processing.repository.js';

/** A part of the work. */
export interface Stage {
  readonly step: string;
  /** Share of the whole work, in any unit that all stages of a plan have in common. */
  readonly weight: number;
  readonly done?: boolean;
}

/** Only what takes nearly all of the time tells how fast the rest will go. */
const TELLS = 'encode';

/** Shares of a stage's beginning that tell nothing of its speed: a program starts, a connection is made. */
const MIN_SHARE = 0.02;
const MIN_MS = 1500;

/** Percent of the whole and seconds left, from how fast the present stage gets on. */
export class ProgressEstimate {
  private stages: readonly Stage[] = [];
  private position = -1;
  private share = 0;
  private begunAt = 0;
  /** Milliseconds that a unit of weight takes, by the last stage that told. */
  private pace: number | undefined;

  plan(stages: readonly Stage[]): void {
    const present = this.stages[this.position];
    this.stages = stages;
    this.position =
      present === undefined ? -1 : stages.findIndex(({ step, done }) => step === present.step && !done);
  }

  /** Goes on to the next stage of that name that is not done. */
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

  /** Undefined before the first stage. */
  at(now: number): Progress | undefined {
    const stage = this.stages[this.position];
    if (stage === undefined) return undefined;
    const total = this.stages.reduce((sum, { weight }) => sum + weight, 0);
    const before = this.stages.slice(0, this.position).reduce((sum, { weight }) => sum + weight, 0);
    const done = before + stage.weight * this.share;
    const elapsed = now - this.begunAt;
    if (stage.step === TELLS && this.share >= MIN_SHARE && elapsed >= MIN_MS) {
      this.pace = elapsed / (this.share * stage.weight);
    }
    // The end is told by what ends it.
    const percent = Math.min(99.9, (100 * done) / total);
    const secondsLeft = this.pace === undefined ? null : Math.ceil(((total - done) * this.pace) / 1000);
    return { step: stage.step, percent, secondsLeft };
  }
}
