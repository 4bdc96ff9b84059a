import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, Client, enterAsViewer } from './client.js';

/** Milliseconds between two reports. */
const PAUSE_MS = 25;
/** Seconds of each play. All plays together are shorter than what the server accepts at once. */
const PLAY_SECONDS = 0.005;
/** Seconds of the trailer from one play to the next. A trailer of 6 seconds has fewer plays than the server stores. */
const STEP_SECONDS = 0.015;

/** Repeats a request until it succeeds. Meanwhile connections may break, and the portal may be unavailable. */
export async function untilOk(request: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await request().catch(() => undefined);
    if (answer !== undefined && ![503, 504].includes(answer.status)) return ok(answer);
    await pause(PAUSE_MS);
  }
}

function ok(answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(`the portal answered ${answer.status}: ${answer.text}`);
  return answer;
}

/** A visitor who plays short parts of the trailer, and repeats each report until it is acknowledged. */
export class Watcher {
  /** Number of acknowledged reports, each with one play. */
  acknowledged = 0;
  private stopped = false;
  private watching: Promise<void> | undefined;

  private constructor(
    readonly name: string,
    readonly client: Client,
    readonly trailerId: string,
    private readonly viewingId: string,
  ) {}

  /** Lets a visitor enter and open the player. Rejects if any response is an error. */
  static async arrive(base: string): Promise<Watcher> {
    const name = `Watcher ${randomUUID()}`;
    const client = await enterAsViewer(base, name);
    const { id, filePath } = ok(await client.get('/api/active-trailer')).json();
    ok(await client.get(filePath));
    const started = ok(await client.post('/api/viewing-session', { trailerId: id }));
    return new Watcher(name, client, id, started.json().id);
  }

  get seconds(): number {
    return this.acknowledged * PLAY_SECONDS;
  }

  /** Plays until `stop`, or the end of a trailer of `trailerSeconds`. */
  watch(trailerSeconds: number): void {
    this.watching = this.reportAll(Math.floor(trailerSeconds / STEP_SECONDS) - 1);
  }

  /** Reports until the last report is acknowledged. */
  private async reportAll(count: number): Promise<void> {
    while (!this.stopped && this.acknowledged < count) {
      await this.report();
      await pause(PAUSE_MS);
    }
  }

  /** Reports one more play. Resolves once it is acknowledged. */
  async report(): Promise<void> {
    const number = this.acknowledged;
    const from = number * STEP_SECONDS;
    const ranges = [[from, from + PLAY_SECONDS]];
    const body = { duration: '0:00', completed: 'false', ranges, plays: { first: number, ranges } };
    await untilOk(() => this.client.patch(`/api/viewing-session/${this.viewingId}`, body));
    this.acknowledged += 1;
  }

  /**
   * Starts further viewings, and reports in all at once that the whole trailer was played: twice, out of order, with
   * plays that are yet to come, and beyond its end.
   */
  async forge(viewings: number): Promise<void> {
    const ids: string[] = [];
    // One after another: a start that is rejected in an overload may be stored, and the test counts them.
    while (ids.length < viewings) {
      const started = ok(await this.client.post('/api/viewing-session', { trailerId: this.trailerId }));
      ids.push(started.json().id);
    }
    const forgeOne = async (id: string) => {
      const report = (first: number, ranges: number[][]) => {
        const body = { duration: '99:00', completed: 'true', ranges, plays: { first, ranges } };
        return untilOk(() => this.client.patch(`/api/viewing-session/${id}`, body));
      };
      await report(1, [[2, 9999]]);
      await Promise.all([report(0, [[0, 9999]]), report(0, [[0, 9999]])]);
    };
    await Promise.all(ids.map(forgeOne));
  }

  /** Reports what the player does. @returns the status of the response */
  async signal(at: number): Promise<number> {
    const body = { trailerId: this.trailerId, state: 'playing', position: 1, at };
    return (await this.client.call('PUT', `/api/viewing-session/${this.viewingId}/player`, { body })).status;
  }

  /** Resolves once everything is acknowledged. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.watching;
  }
}
