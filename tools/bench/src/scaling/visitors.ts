import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Latency } from './latencies.js';

export type ToVisitors =
  | { type: 'visit'; url: string; concurrency: number }
  | { type: 'count' }
  | { type: 'read' }
  | { type: 'stop' };

/** Results of visitors since the measurement started. */
export interface FromVisitors {
  /** Requests of one complete visit to the portal. */
  requestsPerVisit: number;
  errors: string[];
  /** Latencies of the portal by kind of request, and the total under `all`. */
  latencies: Record<string, Latency>;
}

/** Visitors in a child process, in parallel lanes of successive visits. */
export class Visitors {
  private readonly child: ChildProcess;

  constructor(url: string, concurrency: number) {
    this.child = fork(fileURLToPath(new URL('./visitors.process.js', import.meta.url)));
    this.send({ type: 'visit', url, concurrency });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Starts the measurement. */
  count(): void {
    this.send({ type: 'count' });
  }

  async read(): Promise<FromVisitors> {
    const results = once(this.child, 'message');
    this.send({ type: 'read' });
    return ((await results) as [FromVisitors])[0];
  }

  /** Stops after the visits in progress. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null || !this.child.connected) return;
    const exited = once(this.child, 'exit');
    this.send({ type: 'stop' });
    await exited;
  }

  private send(message: ToVisitors): void {
    this.child.send(message);
  }
}
