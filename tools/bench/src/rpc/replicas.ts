import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Replicas of one transport's server, each in a separate process. */
export class Replicas {
  private constructor(private readonly children: readonly ChildProcess[]) {}

  /** @param program file name in this folder; resolves once all replicas serve */
  static async start(program: string, replicas: number, redisUrl: string): Promise<Replicas> {
    const children = Array.from({ length: replicas }, () =>
      fork(join(import.meta.dirname, program), [redisUrl]),
    );
    await Promise.all(children.map((child) => once(child, 'message')));
    return new Replicas(children);
  }

  /** Returns the handler runs of all replicas so far. */
  async runs(): Promise<number> {
    const counts = this.children.map(async (child) => {
      const answer = once(child, 'message');
      child.send('runs');
      const [{ runs }] = (await answer) as [{ runs: number }];
      return runs;
    });
    return (await Promise.all(counts)).reduce((sum, runs) => sum + runs, 0);
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.children.map(async (child) => {
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
      }),
    );
  }
}
