import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Latency } from './latencies.js';

export type ToVisitors =
  | { type: 'visit'; url: string; atOnce: number }
  | { type: 'count' }
  | { type: 'read' }
  | { type: 'stop' };

/** What visitors saw since they began to count. */
export interface FromVisitors {
  /** Of one whole visit, to the portal. */
  requestsPerVisit: number;
  errors: string[];
  /** Of the portal's answers by what was asked for, and under `all` of all of them. */
  latencies: Record<string, Latency>;
}

/** Visitors in a process of their own, who come one after the other on some lanes. */
export class Visitors {
  private readonly child: ChildProcess;

  constructor(url: string, atOnce: number) {
    this.child = fork(fileURLToPath(new URL('./visitors.process.js', import.meta.url)));
    this.tell({ type: 'visit', url, atOnce });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** From here on it counts. */
  count(): void {
    this.tell({ type: 'count' });
  }

  async read(): Promise<FromVisitors> {
    const answer = once(this.child, 'message');
    this.tell({ type: 'read' });
    return ((await answer) as [FromVisitors])[0];
  }

  /** Lets those finish who are there. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null || !this.child.connected) return;
    const gone = once(this.child, 'exit');
    this.tell({ type: 'stop' });
    await gone;
  }

  private tell(message: ToVisitors): void {
    this.child.send(message);
  }
}
