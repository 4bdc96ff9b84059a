import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** So many at once, each as soon as the one before it is answered; or so many a second, whatever the answers. */
export type ToSender = { url: string; seconds: number } & ({ atOnce: number } | { perSecond: number });

export interface FromSender {
  /** Numbers of the leads that were answered with success. */
  acknowledged: number[];
  /** Others, by status; 0 is no answer. */
  refused: Record<string, number>;
  p50Ms: number;
  p99Ms: number;
  seconds: number;
}

/** A process that sends leads, none of them twice. */
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
