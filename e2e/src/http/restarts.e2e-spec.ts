import { randomUUID } from 'node:crypto';
import { until } from '@secure-preview/testing';
import { Client, enterAsUploader, enterAsViewer } from '../support/client.js';
import type { TestPortal } from '../support/portal.js';
import { expect, test } from '../support/test.js';

let portal: TestPortal;

test.beforeAll(({ portal: sharedPortal }) => {
  portal = sharedPortal;
});

/** Simulates visitors who enter concurrently until they are stopped. */
class Stream {
  readonly acknowledged: string[] = [];
  /** Responses other than success, by status; 0 is a broken connection. */
  readonly refusals = new Map<number, number>();
  private isStopped = false;
  private readonly loops: Promise<void>[];

  constructor(base: string, concurrency = 6) {
    this.loops = Array.from({ length: concurrency }, () => this.enterRepeatedly(base));
  }

  private async enterRepeatedly(base: string): Promise<void> {
    while (!this.isStopped) {
      const name = `Visitor ${randomUUID()}`;
      const form = { name, email: 'visitor@example.com', termsAccepted: 'true' };
      const status = await new Client(base).post('/api/auth/lead-capture', form).then(
        (answer) => answer.status,
        (error: Error) => {
          if (error.name === 'TimeoutError') throw new Error('A request timed out');
          return 0;
        },
      );
      if (status === 200) this.acknowledged.push(name);
      else this.refusals.set(status, (this.refusals.get(status) ?? 0) + 1);
    }
  }

  /** Waits until visitors are admitted again. */
  async flows(): Promise<void> {
    const before = this.acknowledged.length;
    await until(() => this.acknowledged.length > before + 20, { deadlineMs: 120_000 });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.loops);
  }
}

async function allLeadNames(): Promise<string[]> {
  // Services restart one by one.
  const uploader = await until(() => enterAsUploader(portal.url), { deadlineMs: 60_000 });
  const names: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await uploader.get(
      `/api/lead-captures?limit=500${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    );
    names.push(...(page.json() as { name: string }[]).map(({ name }) => name));
    cursor = page.headers.get('x-next-cursor');
  }
  return names;
}

test.describe('while visitors enter', () => {
  for (const name of [
    'analytics-service',
    'auth-service',
    'media-service',
    'gateway',
    'redis',
    'rpc-redis',
    'postgres',
    'object-store',
  ]) {
    test(`loses no acknowledged lead after kill -9 of ${name}, and recovers by itself`, async () => {
      const stream = new Stream(portal.url);
      await stream.flows();
      const pid = portal.pids()[name];
      if (!pid) throw new Error(`no process ${name} among ${Object.keys(portal.pids()).join(', ')}`);
      process.kill(pid, 'SIGKILL');
      await until(() => portal.pids()[name] !== undefined && portal.pids()[name] !== pid, {
        deadlineMs: 120_000,
      });
      await stream.flows();
      await stream.stop();

      const expected = name === 'gateway' ? [0, 503, 504] : [503, 504];
      expect([...stream.refusals.keys()].filter((status) => !expected.includes(status))).toEqual([]);
      const stored = new Map<string, number>();
      for (const lead of await allLeadNames()) stored.set(lead, (stored.get(lead) ?? 0) + 1);
      expect(stream.acknowledged.filter((lead) => stored.get(lead) !== 1)).toEqual([]);
    });
  }

  test('ends no session after kill -9 of every service', async () => {
    const viewer = await enterAsViewer(portal.url);
    const before = portal.pids();
    for (const name of ['gateway', 'analytics-service', 'media-service', 'auth-service']) {
      process.kill(before[name] ?? 0, 'SIGKILL');
    }
    const answer = await until(
      async () => {
        const reported = await viewer.post('/api/access-log').catch(() => undefined);
        return reported?.status === 200 ? reported : undefined;
      },
      { deadlineMs: 120_000 },
    );
    expect(answer.json()).toEqual({ ok: true });
  });
});
