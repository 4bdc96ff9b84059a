import type { Checks } from '../health/dependency-checks.js';

/** Application of a process. {@link runProcess} adds the parts that all processes share. */
export interface Application {
  /** Called for each health check, so the result may change while the application starts. */
  checks(): Checks;
  /**
   * Creates the application. Resolves once it does its work: it may wait for its servers until then.
   *
   * @param closing aborted when the process is to end
   */
  start(closing: AbortSignal): Promise<void>;
  /** Ends the work, also of an application that has not started. */
  close(): Promise<void>;
}
