import { randomUUID } from 'node:crypto';
import { until } from '@secure-preview/testing';
import { type Answer, Client } from '../client.js';
import { playFirstSegment } from '../first-segment.js';

/** Number of concurrent requests. */
const LANES = 2;

/** Visitors who enter, watch and report without a pause. Each request goes to the next gateway in turn. */
export class Visitors {
  /** Names of admitted visitors. */
  readonly acknowledged: string[] = [];
  readonly errors: string[] = [];
  private at = 0;
  private ended = false;
  private readonly lanes: Promise<void>[];

  /** @param gateways URLs to use; may change while visitors are active */
  constructor(private gateways: readonly string[]) {
    this.lanes = Array.from({ length: LANES }, () => this.lane());
  }

  /** Sends all further requests to these gateways only. */
  sendTo(...gateways: string[]): void {
    this.gateways = gateways;
  }

  /** Waits until some more rounds are done. */
  async flow(rounds = 2 * LANES): Promise<void> {
    const enough = this.acknowledged.length + rounds;
    await until(() => this.acknowledged.length >= enough, {
      deadlineMs: 180_000,
      what: `visitors to go on (${this.errors.slice(0, 3).join('; ')})`,
    });
  }

  async end(): Promise<void> {
    this.ended = true;
    await Promise.all(this.lanes);
  }

  private async lane(): Promise<void> {
    while (!this.ended) {
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
    /** The same browser at the next gateway. */
    const somewhere = () => {
      this.at += 1;
      const there = new Client(this.gateways[this.at % this.gateways.length] ?? '');
      for (const [cookie, value] of visitor.cookies) there.cookies.set(cookie, value);
      return there;
    };
    const entering = somewhere();
    const form = { name, email: 'visitor@example.com', termsAccepted: 'true' };
    ok(await entering.post('/api/auth/lead-capture', form), 'the gate');
    for (const [cookie, value] of entering.cookies) visitor.cookies.set(cookie, value);
    ok(await somewhere().post('/api/access-log'), 'the access log');
    await playFirstSegment(somewhere());
    const { id } = ok(await somewhere().post('/api/viewing-session'), 'the viewing session').json();
    const update = { duration: '0:01', completed: 'false', ranges: [[0, 1]] };
    ok(await somewhere().patch(`/api/viewing-session/${id}`, update), 'the update');
  }
}

function ok(answer: Answer, what: string): Answer {
  if (answer.status >= 300) throw new Error(`${what} answered ${answer.status}: ${answer.text}`);
  return answer;
}
