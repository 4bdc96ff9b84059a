import { randomUUID } from 'node:crypto';
import type { Delivery } from '@secure-preview/contracts';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryRepository } from './delivery.repository.js';

let analytics: RunningAnalytics;
let deliveries: DeliveriesService;
let otherReplica: DeliveriesService;
let repository: DeliveryRepository;

beforeAll(async () => {
  analytics = await startAnalytics();
  const app = await analytics.replica();
  deliveries = app.get(DeliveriesService);
  repository = app.get(DeliveryRepository);
  otherReplica = (await analytics.replica()).get(DeliveriesService);
});
afterAll(() => analytics?.stop());

const trailerId = randomUUID();
const renditionId = randomUUID();
/** Returns the delivery of a four-second segment to a lead. */
const segment = (leadId: string, position: number, overrides: Partial<Delivery> = {}): Delivery => ({
  agoMs: 0,
  sessionRef: leadId,
  leadId,
  ip: '203.0.113.1',
  trailerId,
  trailerSeconds: 90,
  renditionId,
  kind: 'video',
  position,
  from: (position - 1) * 4,
  to: position * 4,
  whole: true,
  ...overrides,
});
const add = (...sent: Delivery[]) => deliveries.record(sent, randomUUID());
const deliveredTo = async (leadId: string) => (await repository.ofLeads([leadId])).get(leadId);
const rowsOf = (leadId: string) =>
  analytics.owner.query(
    `SELECT session_ref, ip, trailer_id, rendition_id, kind, position, played::text,
            extract(epoch FROM clock_timestamp() - at)::float8 AS age
     FROM analytics.segment_deliveries WHERE lead_id = $1 ORDER BY at, position`,
    [leadId],
  );

describe('a delivery', () => {
  it('is stored with session, segment, IP address and time', async () => {
    const leadId = randomUUID();
    const sessionRef = randomUUID();
    await add(segment(leadId, 3, { sessionRef, agoMs: 30_000 }));
    const [row] = await rowsOf(leadId);
    expect(row).toEqual({
      session_ref: sessionRef,
      ip: '203.0.113.1',
      trailer_id: trailerId,
      rendition_id: renditionId,
      kind: 'video',
      position: 3,
      played: '[8000,12000)',
      age: expect.any(Number),
    });
    expect(row.age).toBeGreaterThanOrEqual(30);
    expect(row.age).toBeLessThan(60);
  });

  it('is stored for each segment of an answer, with the hash of its variant', async () => {
    const leadId = randomUUID();
    const hash = (text: string) => Buffer.from(text.padEnd(12)).toString('base64');
    const next = [2, 3].map((position) => ({
      position,
      from: (position - 1) * 4,
      to: position * 4,
      variantHash: hash(String(position)),
    }));
    const commandId = randomUUID();
    for (const replica of [deliveries, otherReplica])
      await replica.record(
        [segment(leadId, 1, { variantHash: hash('1'), next }), segment(leadId, 7)],
        commandId,
      );
    const stored = await analytics.owner.query(
      `SELECT position, played::text, whole, trim(convert_from(variant_hash, 'UTF8')) AS hash
       FROM analytics.segment_deliveries WHERE lead_id = $1 ORDER BY position`,
      [leadId],
    );
    expect(stored).toEqual([
      { position: 1, played: '[0,4000)', whole: true, hash: '1' },
      { position: 2, played: '[4000,8000)', whole: true, hash: '2' },
      { position: 3, played: '[8000,12000)', whole: true, hash: '3' },
      { position: 7, played: '[24000,28000)', whole: true, hash: null },
    ]);
    expect(await deliveredTo(leadId)).toMatchObject([{ seconds: 16 }]);
  });

  it('is stored as ten minutes old if it is older', async () => {
    const leadId = randomUUID();
    await add(segment(leadId, 1, { agoMs: Number.MAX_SAFE_INTEGER }));
    const [{ age }] = await rowsOf(leadId);
    expect(age).toBeGreaterThanOrEqual(600);
    expect(age).toBeLessThan(660);
  });

  it('is stored once for a repeated command, even concurrently and with another age', async () => {
    const leadId = randomUUID();
    const commandId = randomUUID();
    await Promise.all(
      [deliveries, otherReplica, deliveries].map((replica, n) =>
        replica.record(
          [segment(leadId, 1, { agoMs: n * 70_000 }), segment(leadId, 2, { agoMs: n * 70_000 })],
          commandId,
        ),
      ),
    );
    expect(await rowsOf(leadId)).toHaveLength(2);
  });

  it('is stored once a minute for the same segment and session', async () => {
    const leadId = randomUUID();
    await add(...Array.from({ length: 500 }, () => segment(leadId, 1)));
    await add(segment(leadId, 1), segment(leadId, 1, { sessionRef: randomUUID() }), segment(leadId, 2));
    // One more row if a minute ends in between.
    expect((await rowsOf(leadId)).length).toBeLessThanOrEqual(4);
    await add(segment(leadId, 1, { agoMs: 120_000 }));
    expect((await rowsOf(leadId)).length).toBeGreaterThanOrEqual(4);
  });

  it.each([
    [{ from: 5, to: 4 }, 'empty'],
    [{ from: 0, to: 1e12 }, '[0,86400000)'],
    [{ from: 1e12, to: 1e12 }, 'empty'],
  ])('does not affect other deliveries if it has the impossible range %j', async (time, played) => {
    const leadId = randomUUID();
    await add(segment(leadId, 1), segment(leadId, 2, time));
    expect((await rowsOf(leadId)).map((row: { played: string }) => row.played)).toEqual(['[0,4000)', played]);
  });
});

describe('the delivered time of a lead', () => {
  it('is undefined without deliveries', async () => {
    expect(await deliveredTo(randomUUID())).toBeUndefined();
  });

  it('is the union over its sessions and renditions', async () => {
    const leadId = randomUUID();
    await add(segment(leadId, 1), segment(leadId, 2), segment(leadId, 5));
    await add(
      segment(leadId, 2, { sessionRef: randomUUID(), renditionId: randomUUID() }),
      segment(leadId, 3),
    );
    expect(await deliveredTo(leadId)).toEqual([{ trailerId, seconds: 16, share: 16 / 90 }]);
  });

  it('counts video and muxed segments, but not audio', async () => {
    const leadId = randomUUID();
    await add(segment(leadId, 1, { kind: 'audio' }), segment(leadId, 2, { kind: 'audio' }));
    expect(await rowsOf(leadId)).toHaveLength(2);
    expect(await deliveredTo(leadId)).toBeUndefined();
    await add(segment(leadId, 1, { kind: 'muxed', renditionId: randomUUID() }));
    expect(await deliveredTo(leadId)).toMatchObject([{ seconds: 4 }]);
  });

  it('counts only whole segments, and stores partial ones as evidence', async () => {
    const leadId = randomUUID();
    await add(segment(leadId, 1, { whole: false }));
    expect(await deliveredTo(leadId)).toBeUndefined();
    await add(segment(leadId, 1), segment(leadId, 2, { whole: false }));
    expect(await deliveredTo(leadId)).toMatchObject([{ seconds: 4 }]);
    const stored = await analytics.owner.query(
      'SELECT position, whole FROM analytics.segment_deliveries WHERE lead_id = $1 ORDER BY position, whole',
      [leadId],
    );
    expect(stored).toEqual([
      { position: 1, whole: false },
      { position: 1, whole: true },
      { position: 2, whole: false },
    ]);
  });

  it('is listed for each trailer, the most recently sent one first', async () => {
    const leadId = randomUUID();
    const newerTrailer = randomUUID();
    await add(segment(leadId, 1, { agoMs: 60_000 }));
    await add(
      segment(leadId, 1, { trailerId: newerTrailer, trailerSeconds: null, renditionId: randomUUID() }),
    );
    expect(await deliveredTo(leadId)).toEqual([
      { trailerId: newerTrailer, seconds: 4, share: null },
      { trailerId, seconds: 4, share: 4 / 90 },
    ]);
  });

  it('has a share of at most 1', async () => {
    const leadId = randomUUID();
    await add(segment(leadId, 1, { from: 0, to: 90.2 }));
    expect(await deliveredTo(leadId)).toEqual([{ trailerId, seconds: 90.2, share: 1 }]);
  });

  it('is complete when two gateways report the same leads concurrently', async () => {
    const leads = Array.from({ length: 20 }, () => randomUUID());
    const half = (parity: number, order: string[]) =>
      Array.from({ length: 25 }, (_, n) => order.map((lead) => segment(lead, 2 * n + parity + 1))).flat();
    await Promise.all([
      deliveries.record(half(0, leads), randomUUID()),
      otherReplica.record(half(1, [...leads].reverse()), randomUUID()),
    ]);
    const sent = await repository.ofLeads(leads);
    expect(leads.map((lead) => sent.get(lead)?.[0]?.seconds)).toEqual(leads.map(() => 200));
  });
});
