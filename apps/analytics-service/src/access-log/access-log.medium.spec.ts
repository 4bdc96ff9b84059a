import { randomUUID } from 'node:crypto';
import { queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { AccessLogRepository } from './access-log.repository.js';

let analytics: RunningAnalytics;
let logs: AccessLogRepository[];

beforeAll(async () => {
  analytics = await startAnalytics();
  logs = [await analytics.replica(), await analytics.replica()].map((app) => app.get(AccessLogRepository));
});
afterAll(() => analytics?.stop());
beforeEach(() => analytics.owner.query('TRUNCATE analytics.access_log_entries'));

const watcher = () => ({
  sessionRef: randomUUID(),
  leadId: randomUUID(),
  ip: '2001:db8::1',
  userAgent: null,
});
const log = (viewer: ReturnType<typeof watcher>, commandId = randomUUID(), replica = 0) =>
  logs[replica]?.add(viewer, commandId);
const line = z.object({
  session_ref: z.uuid(),
  lead_id: z.uuid(),
  ip: z.string(),
  user_agent: z.string().nullable(),
  minute: z.date(),
});
const lines = () =>
  queryRows(
    analytics.owner,
    line,
    `SELECT session_ref, lead_id, ip, user_agent, date_trunc('minute', at) AS minute FROM analytics.access_log_entries`,
  );

it('stores one line for each session and minute', async () => {
  const [first, second] = [watcher(), watcher()];
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => [
      log(first, randomUUID(), i % 2),
      log(second, randomUUID(), i % 2),
    ]).flat(),
  );
  const stored = await lines();
  const minutes = new Set(stored.map(({ session_ref, minute }) => `${session_ref} ${minute.toISOString()}`));
  expect(stored).toHaveLength(minutes.size);
  expect(new Set(stored.map(({ session_ref }) => session_ref))).toEqual(
    new Set([first.sessionRef, second.sessionRef]),
  );
  // The minute may have changed between two calls, but not twice.
  expect(stored.length).toBeLessThanOrEqual(4);
});

it('adds a line for the next minute', async () => {
  const viewer = watcher();
  await log(viewer);
  await analytics.owner.query("UPDATE analytics.access_log_entries SET at = at - interval '1 minute'");
  await log(viewer);
  expect(await lines()).toHaveLength(2);
});

it('adds no line for a command that is repeated in the next minute', async () => {
  const [viewer, commandId] = [watcher(), randomUUID()];
  await log(viewer, commandId);
  await analytics.owner.query("UPDATE analytics.access_log_entries SET at = at - interval '1 minute'");
  await log(viewer, commandId);
  expect(await lines()).toHaveLength(1);
});

it('records session, lead, IP address and user agent', async () => {
  const viewer = watcher();
  await log(viewer);
  expect(await lines()).toEqual([
    {
      session_ref: viewer.sessionRef,
      lead_id: viewer.leadId,
      ip: viewer.ip,
      user_agent: null,
      minute: expect.any(Date),
    },
  ]);
});
