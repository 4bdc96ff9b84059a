import {
  type Output,
  type ProcessIdentity,
  type Program,
  type RunningProgram,
  run,
} from '@secure-preview/embedded';

const backoff = { firstMs: 200, maxMs: 5_000, forgivenAfterMs: 30_000 };
/** Number of consecutive exits without any success after which the start fails. */
const maxFailedStarts = 5;

export interface ManagedProcessEvents {
  output: Output;
  spawned(identity: ProcessIdentity): void;
  ended(how: string, nextAttemptMs: number): void;
}

/**
 * Returns the pause before the next attempt after `failures` consecutive exits (from 1): 0.2 s, doubled each
 * time, at most 5 s.
 */
export function backoffMs(failures: number): number {
  return Math.min(backoff.firstMs * 2 ** (failures - 1), backoff.maxMs);
}

/**
 * Keeps one program running: restarts it whenever it exits, after a pause that grows with repeated failures.
 */
export class ManagedProcess {
  private running: RunningProgram | undefined;
  private isStopping = false;
  private wake: (() => void) | undefined;
  private isRestarting = false;
  private restarted: () => void = () => undefined;
  private loop: Promise<void> | undefined;

  constructor(
    readonly program: Program,
    private readonly events: ManagedProcessEvents,
  ) {}

  /** Resolves once the program is ready for the first time; rejects when it repeatedly exits before that. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.loop = this.keepRunning(resolve, reject);
    });
  }

  /** Lets the program run, but does not restart it after its next exit. */
  retire(): void {
    this.isStopping = true;
    this.wake?.();
  }

  /** Stops the program and starts it again at once. Resolves once it is ready, or has ended before that. */
  async restart(graceMs: number): Promise<void> {
    const settled = new Promise<void>((resolve) => {
      this.restarted = resolve;
    });
    this.isRestarting = true;
    this.wake?.();
    await this.running?.stop(graceMs);
    await settled;
  }

  /** Stops the program permanently: by its stop signal, then by SIGKILL after `graceMs`. */
  async stop(graceMs?: number): Promise<void> {
    this.retire();
    await this.running?.stop(graceMs);
    await this.loop;
  }

  private async keepRunning(served: () => void, failed: (error: Error) => void): Promise<void> {
    let failures = 0;
    let hasServed = false;
    while (!this.isStopping) {
      const startedAt = Date.now();
      this.isRestarting = false;
      const how = await this.runOnce(
        () => {
          hasServed = true;
          served();
          this.restarted();
        },
        // A program that has exited is restarted. The start fails only if a program runs without becoming ready.
        (error) => this.running?.isAlive() && failed(error),
      );
      if (this.isStopping) break;
      if (this.isRestarting) {
        failures = 0;
        continue;
      }
      this.restarted();
      failures = Date.now() - startedAt > backoff.forgivenAfterMs ? 1 : failures + 1;
      if (!hasServed && failures >= maxFailedStarts) {
        failed(new Error(`${this.program.name} does not start (${how})`));
        return;
      }
      this.events.ended(how, backoffMs(failures));
      await this.pause(backoffMs(failures));
    }
    this.restarted();
    failed(new Error(`${this.program.name} was stopped`));
  }

  private async runOnce(served: () => void, notReady: (error: Error) => void): Promise<string> {
    try {
      const running = await run(this.program, this.events.output);
      this.running = running;
      this.events.spawned(running.identity);
      running.ready.then(served, notReady);
      if (this.isStopping) await running.stop();
      const how = await running.exited;
      if (this.program.ipc) endGroup(running.identity.pid);
      return how;
    } catch (error) {
      return (error as Error).message;
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Kills the remaining children of a service, such as an encoder. They share its process group. */
function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
