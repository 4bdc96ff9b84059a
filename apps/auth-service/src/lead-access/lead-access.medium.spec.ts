import { randomUUID } from 'node:crypto';
import { redisKeys } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';
import { InitialPasswordService } from '../upload-password/initial-password.service.js';
import { UploadPasswordService } from '../upload-password/upload-password.service.js';
import { EndedVisitRepository } from './ended-visit.repository.js';
import { EndedVisitPublisherService } from './ended-visit-publisher.service.js';
import { LeadAccessService } from './lead-access.service.js';

let auth: RunningAuth;
let leads: LeadAccessService;
let otherReplica: LeadAccessService;
let publisher: EndedVisitPublisherService;
let endedVisits: EndedVisitRepository;
let dataSource: DataSource;
let redis: Redis;

beforeAll(async () => {
  auth = await startAuth();
  redis = new Redis(auth.redis.url);
  const app = await auth.replica();
  leads = app.get(LeadAccessService);
  publisher = app.get(EndedVisitPublisherService);
  endedVisits = app.get(EndedVisitRepository);
  dataSource = app.get(DataSource);
  otherReplica = (await auth.replica()).get(LeadAccessService);
});
afterAll(async () => {
  redis?.disconnect();
  await auth?.stop();
});

const by = randomUUID();
const endVisit = (leadId: string, commandId = randomUUID(), service = leads) =>
  service.change({ leadId, ended: true, by }, commandId);
const allowVisit = (leadId: string, commandId = randomUUID(), service = leads) =>
  service.change({ leadId, ended: false, by }, commandId);
const isMarked = async (leadId: string) => (await redis.exists(redisKeys.visitEnded(leadId))) === 1;
const eventsOf = (leadId: string) =>
  dataSource.query('SELECT ended, by_session FROM auth.ended_visits WHERE lead_id = $1 ORDER BY id', [
    leadId,
  ]);

describe('ending a visit', () => {
  it('marks the lead in Redis before it resolves, and changes the access status', async () => {
    const [lead, bystander] = [randomUUID(), randomUUID()];
    await endVisit(lead);
    expect(await isMarked(lead)).toBe(true);
    expect(await otherReplica.accessStatus([lead, bystander])).toEqual({ ended: [lead], staff: [] });
    await allowVisit(lead, randomUUID(), otherReplica);
    expect(await isMarked(lead)).toBe(false);
    expect(await leads.accessStatus([lead])).toEqual({ ended: [], staff: [] });
    expect(await eventsOf(lead)).toEqual([
      { ended: true, by_session: by },
      { ended: false, by_session: by },
    ]);
  });

  it('stores one event when the command is repeated', async () => {
    const lead = randomUUID();
    const commandId = randomUUID();
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => endVisit(lead, commandId, i % 2 ? leads : otherReplica)),
    );
    await endVisit(lead);
    expect(await eventsOf(lead)).toHaveLength(1);
  });

  it('stores nothing when a visit that was never ended is allowed', async () => {
    const lead = randomUUID();
    await allowVisit(lead);
    expect(await eventsOf(lead)).toEqual([]);
    expect(await isMarked(lead)).toBe(false);
  });

  it('ignores a command that is repeated after the visit was allowed again', async () => {
    const lead = randomUUID();
    const commandId = randomUUID();
    await endVisit(lead, commandId);
    await allowVisit(lead);
    await endVisit(lead, commandId);
    expect(await isMarked(lead)).toBe(false);
  });

  it('leaves the same state in Redis and Postgres after many concurrent changes', async () => {
    const lead = randomUUID();
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        (i % 2 ? endVisit : allowVisit)(lead, randomUUID(), i % 3 ? leads : otherReplica),
      ),
    );
    const isEnded = (await leads.accessStatus([lead])).ended.length === 1;
    expect(await isMarked(lead)).toBe(isEnded);
  });

  it('stores events that the application can neither change nor delete', async () => {
    await expect(dataSource.query('UPDATE auth.ended_visits SET ended = false')).rejects.toThrow('denied');
    await expect(dataSource.query('DELETE FROM auth.ended_visits')).rejects.toThrow('denied');
  });
});

describe('the mark', () => {
  it('is not set again by a replica with stale data', async () => {
    const lead = randomUUID();
    await endVisit(lead);
    const [stale] = (await endedVisits.all()).filter(({ leadId }) => leadId === lead);
    if (!stale) throw new Error('The change was not stored');
    await allowVisit(lead);
    await publisher.publish(stale);
    expect(await isMarked(lead)).toBe(false);
  });

  it('is published again after Redis lost all data', async () => {
    const lead = randomUUID();
    await endVisit(lead);
    await redis.flushall();
    await until(() => isMarked(lead), { deadlineMs: 15_000, what: 'the mark' });
  });

  it('is deleted even if the replica that allowed the visit died before publishing', async () => {
    const lead = randomUUID();
    await endVisit(lead);
    await endedVisits.change({ leadId: lead, ended: false, by }, randomUUID());
    await until(async () => !(await isMarked(lead)), { deadlineMs: 15_000, what: 'the mark to disappear' });
  });
});

describe('staff', () => {
  it('consists of the leads whose session entered the right upload password', async () => {
    const app = await auth.replica();
    await app.get(InitialPasswordService).ensure();
    const [lead, viewer] = [randomUUID(), randomUUID()];
    const attempt = () => ({ ip: '10.0.0.1', knownBrowser: null, commandId: randomUUID() });
    const session = (leadId?: string) => ({
      sessionRef: randomUUID(),
      leadId,
      ip: '10.0.0.1',
      userAgent: null,
    });
    const passwords = app.get(UploadPasswordService);
    await passwords.verify('the first password', attempt(), session(lead));
    await passwords.verify('the first password', attempt(), session());
    await expect(passwords.verify('wrong', attempt(), session(viewer))).rejects.toThrow();
    expect((await leads.accessStatus([viewer, lead])).staff).toEqual([lead]);
  });

  it('is listed in pages by lead, each once', async () => {
    const owner = await new DataSource({ type: 'postgres', url: auth.ownerUrl }).initialize();
    await owner.query('TRUNCATE auth.staff_sessions');
    await owner.query(`
      INSERT INTO auth.staff_sessions (session_ref, lead_id, ip)
      SELECT gen_random_uuid(), CASE WHEN n > 2 THEN ('00000000-0000-4000-8000-' || lpad((n % 600)::text, 12, '0'))::uuid END,
             '203.0.113.1'
      FROM generate_series(1, 1200) AS n`);
    await owner.destroy();
    const first = await leads.staffLeads(null);
    expect(first).toHaveLength(500);
    const second = await leads.staffLeads(first.at(-1) ?? null);
    const all = [...first, ...second];
    expect(all).toEqual([...new Set(all)].toSorted());
    expect(all).toHaveLength(600);
    expect(await leads.staffLeads(all.at(-1) ?? null)).toEqual([]);
  });
});
