import type { Checks } from '../health/dependency-checks.js';

/** Application of a process. {@link runProcess} adds what all processes share, such as logging and health. */
export interface Application {
  /** Called for each health check, so the result may change while the application starts. */
  checks(): Checks;
  /**
   * Creates the application. Resolves once it is working; it may first wait for its servers.
   *
   * @param closing aborted when the process shuts down
   */
  start(closing: AbortSignal): Promise<void>;
  /** Stops the application, even if it has not started. */
  close(): Promise<void>;
}
