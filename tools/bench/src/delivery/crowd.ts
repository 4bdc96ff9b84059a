import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Tally } from './tally.js';
import type { Site } from './viewer.js';

export type ToViewers =
  | ({ type: 'watch'; count: number; rampMs: number; linkSecret?: string } & Omit<Site, 'sign'>)
  | { type: 'count' }
  | { type: 'stop' };
export type FromViewers =
  | { type: 'watching' }
  | { type: 'tally'; tally: Tally }
  | { type: 'failed'; message: string };

/** Limit for the last responses after a stop, in milliseconds. */
const LAST_RESPONSES_MS = 30_000;
const ENTRY_LIMIT_MS = 120_000;

/** Viewers in a child process. */
export class Crowd {
  private readonly child: ChildProcess;

  private constructor() {
    this.child = fork(fileURLToPath(new URL('./viewers.process.js', import.meta.url)));
  }

  /** Starts the viewers over `rampMs`. Resolves once all of them watch. */
  static async start(watch: Omit<Extract<ToViewers, { type: 'watch' }>, 'type'>): Promise<Crowd> {
    const crowd = new Crowd();
    try {
      const watching = crowd.receive('watching', watch.rampMs + ENTRY_LIMIT_MS);
      crowd.send({ type: 'watch', ...watch });
      await watching;
      return crowd;
    } catch (error) {
      crowd.end();
      throw error;
    }
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Starts the measurement. */
  count(): void {
    this.send({ type: 'count' });
  }

  /** Stops all viewers and returns their results. */
  async stop(): Promise<Tally> {
    const tallyMessage = this.receive('tally', LAST_RESPONSES_MS);
    this.send({ type: 'stop' });
    const { tally } = await tallyMessage;
    this.end();
    return tally;
  }

  end(): void {
    if (this.child.connected) this.child.disconnect();
  }

  private send(message: ToViewers): void {
    this.child.send(message);
  }

  private receive<T extends FromViewers['type']>(
    type: T,
    deadlineMs: number,
  ): Promise<Extract<FromViewers, { type: T }>> {
    return new Promise((resolve, reject) => {
      const fail = (text: string) => reject(new Error(`The viewers: ${text}`));
      const deadline = setTimeout(() => fail(`no "${type}" in ${deadlineMs} ms`), deadlineMs);
      this.child.once('exit', (code) => fail(`ended with exit code ${code}`));
      this.child.on('message', (message: FromViewers) => {
        if (message.type === 'failed') fail(message.message);
        if (message.type !== type) return;
        clearTimeout(deadline);
        resolve(message as Extract<FromViewers, { type: T }>);
      });
    });
  }
}
