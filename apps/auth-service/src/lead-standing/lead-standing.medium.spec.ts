import { randomUUID } from 'node:crypto';
import { redisKeys } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';
import { FirstPassword } from '../upload-password/first-password.js';
import { UploadPasswordService } from '../upload-password/upload-password.service.js';
import { LeadStandingService } from './lead-standing.service.js';
import { ShutOutRepository } from './shut-out.repository.js';
import { ShutOutPublisher } from './shut-out-publisher.js';

let auth: RunningAuth;
let leads: LeadStandingService;
let other: LeadStandingService;
let publisher: ShutOutPublisher;
let shutOuts: ShutOutRepository;
let dataSource: DataSource;
let redis: Redis;

beforeAll(async () => {
  auth = await startAuth();
  redis = new Redis(auth.redis.url);
  const app = await auth.replica();
  leads = app.get(LeadStandingService);
  publisher = app.get(ShutOutPublisher);
  shutOuts = app.get(ShutOutRepository);
  dataSource = app.get(DataSource);
  other = (await auth.replica()).get(LeadStandingService);
});
afterAll(async () => {
  redis?.disconnect();
  await auth?.stop();
});

const by = randomUUID();
const shutOut = (leadId: string, commandId = randomUUID(), service = leads) =>
  service.change({ leadId, shutOut: true, by }, commandId);
const letIn = (leadId: string, commandId = randomUUID(), service = leads) =>
  service.change({ leadId, shutOut: false, by }, commandId);
const isMarked = async (leadId: string) => (await redis.exists(redisKeys.shutOut(leadId))) === 1;
const eventsOf = (leadId: string) =>
  dataSource.query('SELECT shut_out, by_session FROM auth.shut_outs WHERE lead_id = $1 ORDER BY id', [
    leadId,
  ]);

describe('shutting out', () => {
  it('is marked for the gateways when it is answered, and told to the administrator', async () => {
    const [lead, bystander] = [randomUUID(), randomUUID()];
    await shutOut(lead);
    expect(await isMarked(lead)).toBe(true);
    expect(await other.standing([lead, bystander])).toEqual({ shutOut: [lead], staff: [] });
    await letIn(lead, randomUUID(), other);
    expect(await isMarked(lead)).toBe(false);
    expect(await leads.standing([lead])).toEqual({ shutOut: [], staff: [] });
    expect(await eventsOf(lead)).toEqual([
      { shut_out: true, by_session: by },
      { shut_out: false, by_session: by },
    ]);
  });

  it('is one event, however often it is said', async () => {
    const lead = randomUUID();
    const commandId = randomUUID();
    await Promise.all(Array.from({ length: 10 }, (_, i) => shutOut(lead, commandId, i % 2 ? leads : other)));
    await shutOut(lead);
    expect(await eventsOf(lead)).toHaveLength(1);
  });

  it('is not undone by letting in somebody who was never out', async () => {
    const lead = randomUUID();
    await letIn(lead);
    expect(await eventsOf(lead)).toEqual([]);
    expect(await isMarked(lead)).toBe(false);
  });

  it('does not come back with a command that arrives again after the lead was let in', async () => {
    const lead = randomUUID();
    const commandId = randomUUID();
    await shutOut(lead, commandId);
    await letIn(lead);
    await shutOut(lead, commandId);
    expect(await isMarked(lead)).toBe(false);
  });

  it('ends as the last of many changes at once says, in Redis as in Postgres', async () => {
    const lead = randomUUID();
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        (i % 2 ? shutOut : letIn)(lead, randomUUID(), i % 3 ? leads : other),
      ),
    );
    const out = (await leads.standing([lead])).shutOut.length === 1;
    expect(await isMarked(lead)).toBe(out);
  });

  it('cannot be changed afterwards by the application', async () => {
    await expect(dataSource.query('UPDATE auth.shut_outs SET shut_out = false')).rejects.toThrow('denied');
    await expect(dataSource.query('DELETE FROM auth.shut_outs')).rejects.toThrow('denied');
  });
});

describe('the mark', () => {
  it('is not brought back by a replica that lags behind', async () => {
    const lead = randomUUID();
    await shutOut(lead);
    const [stale] = (await shutOuts.all()).filter(({ leadId }) => leadId === lead);
    if (!stale) throw new Error('The change was not kept');
    await letIn(lead);
    await publisher.publish(stale);
    expect(await isMarked(lead)).toBe(false);
  });

  it('is published again when Redis lost everything', async () => {
    const lead = randomUUID();
    await shutOut(lead);
    await redis.flushall();
    await until(() => isMarked(lead), { deadlineMs: 15_000, what: 'the mark' });
  });

  it('is taken away when whoever let the lead in died before publishing it', async () => {
    const lead = randomUUID();
    await shutOut(lead);
    await shutOuts.change({ leadId: lead, shutOut: false, by }, randomUUID());
    await until(async () => !(await isMarked(lead)), { deadlineMs: 15_000, what: 'the mark to go' });
  });
});

describe('staff', () => {
  it('are the leads whose session passed the upload password', async () => {
    const app = await auth.replica();
    await app.get(FirstPassword).ensure();
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
    expect((await leads.standing([viewer, lead])).staff).toEqual([lead]);
  });
});
