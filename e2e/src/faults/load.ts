import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@secure-preview/testing';
import { type Answer, Client } from '../support/client.js';
import { Ledger } from './ledger.js';
import { type Kind, Requests } from './requests.js';
import { WatchedTrailer } from './watched-trailer.js';

/** Milliseconds between two requests of one visitor. */
const PAUSE_MS = 20;
/** Reports that one visitor sends before the next visitor starts. */
const UPDATES = 12;
/** Seconds of the trailer in each report. */
const STEP = 0.1;
/** Seconds of the trailer between the starts of two reports. */
const STEP_INTERVAL = 0.3;
/** Number of consecutive successes of each kind that count as recovery. */
const RECOVERY_STREAK = 5;

/** Simulates visitors who load the page and pass the gate; some of them watch. Runs until stopped. */
export class Load {
  readonly requests = new Requests();
  readonly ledger = new Ledger();
  private isStopped = false;
  private readonly loops: Promise<void>[];

  constructor(
    private readonly base: string,
    { entering = 4, watching = 4, playing = 2 } = {},
  ) {
    const loops = (count: number, visit: () => Promise<void>) =>
      Array.from({ length: count }, () => this.repeat(visit));
    this.loops = [
      ...loops(entering, () => this.visit()),
      ...loops(watching, () => this.watch()),
      ...loops(playing, () => this.play()),
    ];
  }

  /** Resolves once every kind of request succeeds repeatedly. Rejects when that takes more than a minute. */
  async flows(since = performance.now()): Promise<void> {
    const kinds: Kind[] = ['page', 'enter', 'access', 'begin', 'update', 'media'];
    await until(() => kinds.every((kind) => this.requests.streak(kind, since) >= RECOVERY_STREAK), {
      deadlineMs: 60_000,
      everyMs: 50,
      what: 'visitors to be served again',
    });
  }

  /** Resolves once `times` further requests were rejected, which shows that the fault has taken effect. */
  async isRefused(times: number): Promise<void> {
    const now = performance.now();
    await until(() => this.requests.failures(now).length >= times, {
      deadlineMs: 60_000,
      everyMs: 20,
      what: `${times} requests to be refused`,
    });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.loops);
  }

  private async repeat(visit: () => Promise<void>): Promise<void> {
    while (!this.isStopped) {
      await visit();
      await pause(PAUSE_MS);
    }
  }

  /** Sends a request and records its outcome. Returns undefined unless it succeeded. */
  private async send(kind: Kind, request: () => Promise<Answer>): Promise<Answer | undefined> {
    const answer = await this.requests.watch(kind, request);
    return answer !== undefined && answer.status < 400 ? answer : undefined;
  }

  private async enter(client: Client): Promise<boolean> {
    const name = `Visitor ${randomUUID()}`;
    const form = { name, email: 'visitor@example.com', termsAccepted: 'true' };
    this.ledger.sent += 1;
    const entered = await this.send('enter', () => client.post('/api/auth/lead-capture', form));
    if (entered === undefined) return false;
    this.ledger.leads.push(name);
    if (await this.send('access', () => client.post('/api/access-log'))) this.ledger.accesses.push(name);
    return true;
  }

  private async visit(): Promise<void> {
    const client = new Client(this.base);
    await this.send('page', () => client.get('/'));
    await this.enter(client);
  }

  private async watch(): Promise<void> {
    const client = new Client(this.base);
    if (!(await this.enter(client))) return;
    const media = new WatchedTrailer(client, (request) => this.send('media', request));
    const trailerId = await media.open();
    if (trailerId === undefined) return;
    const started = await this.send('begin', () => client.post('/api/viewing-session', { trailerId }));
    if (started === undefined) return;
    const { id } = started.json() as { id: string };
    const viewing = this.ledger.begin(id);
    for (let number = 0; number < UPDATES && !this.isStopped; number += 1) {
      const from = number * STEP_INTERVAL;
      const body = { duration: '0:01', completed: 'false', ranges: [[from, from + STEP]] };
      const patch = () => client.patch(`/api/viewing-session/${id}`, body);
      const response = await this.requests.watch('update', patch);
      viewing.push({ from, to: from + STEP, acknowledged: response?.status === 200 });
      // The session has ended: a page would send its visitor to the gate.
      if (response?.status === 401) return;
      await pause(PAUSE_MS);
    }
  }

  private async play(): Promise<void> {
    const client = new Client(this.base);
    if (!(await this.enter(client))) return;
    const media = new WatchedTrailer(client, (request) => this.send('media', request));
    if ((await media.open()) === undefined) return;
    for (let times = 0; times < 10 && !this.isStopped; times += 1) {
      const address = await media.segment();
      if (address === undefined) return;
      await this.requests.watch('store', async () => {
        const bytes = await fetch(address, { signal: AbortSignal.timeout(30_000) });
        await bytes.arrayBuffer();
        return { status: bytes.status };
      });
      await pause(PAUSE_MS);
    }
  }
}
