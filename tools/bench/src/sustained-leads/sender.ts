import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Either a number of concurrent senders, or a fixed rate per second regardless of the responses. */
export type ToSender = { url: string; seconds: number } & ({ atOnce: number } | { perSecond: number });

export interface FromSender {
  /** Numbers of the leads with a success response. */
  acknowledged: number[];
  /** Other leads, by status; 0 is no response. */
  refused: Record<string, number>;
  p50Ms: number;
  p99Ms: number;
  seconds: number;
}

/** A process that sends leads, each of them once. */
export class Sender {
  private readonly child: ChildProcess = fork(fileURLToPath(new URL('./sender.process.js', import.meta.url)));

  async send(how: ToSender): Promise<FromSender> {
    const answer = once(this.child, 'message');
    this.child.send(how);
    return ((await answer) as [FromSender])[0];
  }

  end(): void {
    if (this.child.connected) this.child.disconnect();
  }
}
