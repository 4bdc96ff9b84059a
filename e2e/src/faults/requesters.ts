import { setTimeout as pause } from 'node:timers/promises';
import { type Client, enterAsViewer } from '../support/client.js';
import { Requests } from './requests.js';

const COUNT = 3;
/** Milliseconds between two requests of one visitor. */
const PAUSE_MS = 50;

/** A few visitors without a browser, who request status and playlist in turn until they are stopped. */
export class Requesters {
  readonly requests = new Requests();
  private isStopped = false;
  private readonly loops: Promise<void>[];

  private constructor(
    clients: readonly Client[],
    private readonly playlist: string,
  ) {
    this.loops = clients.map((client) => this.repeat(client));
  }

  /** Lets visitors pass the gate. @param playlist path of a playlist */
  static async enter(base: string, playlist: string): Promise<Requesters> {
    const clients = await Promise.all(Array.from({ length: COUNT }, () => enterAsViewer(base)));
    return new Requesters(clients, playlist);
  }

  /** Number of visitors, each with one request at a time. */
  get count(): number {
    return this.loops.length;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.loops);
  }

  private async repeat(client: Client): Promise<void> {
    while (!this.isStopped) {
      await this.requests.watch('status', () => client.get('/api/auth/status'));
      await this.requests.watch('media', () => client.get(this.playlist));
      await pause(PAUSE_MS);
    }
  }
}
