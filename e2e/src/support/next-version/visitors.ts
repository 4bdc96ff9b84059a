import { randomUUID } from 'node:crypto';
import { until } from '@secure-preview/testing';
import { type Answer, Client } from '../client.js';
import { playFirstSegment } from '../first-segment.js';

/** Number of concurrent requests. */
const CONCURRENCY = 2;

/** Simulates visitors who enter, watch and report without a pause. Requests go to all gateways in turn. */
export class Visitors {
  /** Names of admitted visitors. */
  readonly acknowledged: string[] = [];
  readonly errors: string[] = [];
  private requestCount = 0;
  private isStopped = false;
  private readonly loops: Promise<void>[];

  /** @param gateways URLs to use; may change while visitors are active */
  constructor(private gateways: readonly string[]) {
    this.loops = Array.from({ length: CONCURRENCY }, () => this.visitRepeatedly());
  }

  /** Sends all further requests to these gateways only. */
  sendTo(...gateways: string[]): void {
    this.gateways = gateways;
  }

  /** Waits until some more visits are complete. */
  async flow(rounds = 2 * CONCURRENCY): Promise<void> {
    const target = this.acknowledged.length + rounds;
    await until(() => this.acknowledged.length >= target, {
      deadlineMs: 180_000,
      what: `further visits (${this.errors.slice(0, 3).join('; ')})`,
    });
  }

  async end(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.loops);
  }

  private async visitRepeatedly(): Promise<void> {
    while (!this.isStopped) {
      const name = `Visitor ${randomUUID()}`;
      try {
        await this.visit(name);
        this.acknowledged.push(name);
      } catch (error) {
        this.errors.push(`${new Date().toISOString()} ${error instanceof Error ? error.message : error}`);
      }
    }
  }

  private async visit(name: string): Promise<void> {
    const visitor = new Client('');
    /** Returns a client with the same cookies for the next gateway. */
    const atNextGateway = () => {
      this.requestCount += 1;
      const client = new Client(this.gateways[this.requestCount % this.gateways.length] ?? '');
      for (const [cookie, value] of visitor.cookies) client.cookies.set(cookie, value);
      return client;
    };
    const entering = atNextGateway();
    const form = { name, email: 'visitor@example.com', termsAccepted: 'true' };
    ok(await entering.post('/api/auth/lead-capture', form), 'the gate');
    for (const [cookie, value] of entering.cookies) visitor.cookies.set(cookie, value);
    ok(await atNextGateway().post('/api/access-log'), 'the access log');
    await playFirstSegment(atNextGateway());
    const { id } = ok(await atNextGateway().post('/api/viewing-session'), 'the viewing session').json();
    const update = { duration: '0:01', completed: 'false', ranges: [[0, 1]] };
    ok(await atNextGateway().patch(`/api/viewing-session/${id}`, update), 'the update');
  }
}

function ok(answer: Answer, what: string): Answer {
  if (answer.status >= 300) throw new Error(`${what} answered ${answer.status}: ${answer.text}`);
  return answer;
}
