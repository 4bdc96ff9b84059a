import { createHash, randomUUID } from 'node:crypto';
import { AppError, type LeadProof, personFields } from '@secure-preview/contracts';
import { metricsText } from '@secure-preview/service-kit';
import { sumOf } from '@secure-preview/testing';
import { type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import type { LeadOrder, NewLead } from './lead.js';
import { LeadsService } from './leads.service.js';

const TEXT = 'I accept.';
/** Deadline of a call to this service, in milliseconds (`libs/rpc/src/client/rpc-list-client.ts`). */
const CALL_DEADLINE_MS = 5000;
const termsSha256 = createHash('sha256').update(TEXT).digest('hex');
let analytics: RunningAnalytics;
let leads: LeadsService;
let otherReplica: LeadsService;

beforeAll(async () => {
  analytics = await startAnalytics();
  leads = (await analytics.replica()).get(LeadsService);
  otherReplica = (await analytics.replica()).get(LeadsService);
  await leads.registerTerms(termsSha256, '2025-10', TEXT);
});
afterAll(() => analytics?.stop());
beforeEach(() => analytics.owner.query('TRUNCATE analytics.leads'));

const visitor = (overrides: Partial<NewLead> = {}) => ({
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  ip: '203.0.113.1',
  userAgent: 'test',
  sessionRef: randomUUID(),
  termsSha256,
  verifiedBy: 'none' as const,
  invitationId: null,
  ...overrides,
});
const capture = (overrides: Partial<NewLead> = {}, commandId = randomUUID()) =>
  leads.capture(visitor(overrides), commandId);
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const names = async (q?: string, sort: LeadOrder = 'name') =>
  (await leads.list({ limit: 100, q, sort })).leads.map(({ name }) => name);

describe('terms', () => {
  it('are stored once, with the version that was registered first', async () => {
    await Promise.all(
      ['2025-10', '2026-01'].map((version) => otherReplica.registerTerms(termsSha256, version, TEXT)),
    );
    const rows = await analytics.owner.query('SELECT version, text FROM analytics.terms_texts');
    expect(rows).toEqual([{ version: '2025-10', text: TEXT }]);
  });
  it.each([
    ['another text', `${TEXT} `],
    ['text that cannot be stored', 'I\0accept.'],
  ])('are rejected if their hash is sent with %s', async (_what, text) => {
    expect(await codeOf(leads.registerTerms(termsSha256, '1', text))).toBe('VALIDATION_FAILED');
  });
  it('must be registered before a lead is captured', async () => {
    expect(await codeOf(capture({ termsSha256: 'a'.repeat(64) }))).toBe('TERMS_NOT_REGISTERED');
    expect(await names()).toEqual([]);
  });
});

describe('capture', () => {
  it('stores person, terms, IP address and time, as unverified', async () => {
    const lead = visitor();
    const id = await leads.capture(lead, randomUUID());
    const [row] = await analytics.owner.query(
      `SELECT id, name, email, ip, user_agent, session_ref, terms_sha256, verified_by, invitation_id,
              captured_at BETWEEN clock_timestamp() - interval '1 minute' AND clock_timestamp() AS just_now
       FROM analytics.leads`,
    );
    expect(row).toEqual({
      id,
      name: lead.name,
      email: lead.email,
      ip: lead.ip,
      user_agent: 'test',
      session_ref: lead.sessionRef,
      terms_sha256: termsSha256,
      verified_by: 'none',
      invitation_id: null,
      just_now: true,
    });
  });
  it('stores and lists every field of the gate', async () => {
    const texts = personFields.map((field) => [field, `${field}@example.org`]);
    const person: Partial<NewLead> = Object.fromEntries(texts);
    await capture(person);
    expect((await leads.list({ limit: 1, sort: 'newest' })).leads).toMatchObject([person]);
  });
  it.each(['none', 'code', 'invitation', 'link'] as const)(
    'lists a lead verified by %s',
    async (verifiedBy) => {
      await capture({ verifiedBy });
      expect((await leads.list({ limit: 1, sort: 'newest' })).leads).toMatchObject([{ verifiedBy }]);
    },
  );
  it('stores the invitation of a lead', async () => {
    const invitationId = randomUUID();
    await capture({ verifiedBy: 'invitation', invitationId });
    const rows = await analytics.owner.query('SELECT invitation_id FROM analytics.leads');
    expect(rows).toEqual([{ invitation_id: invitationId }]);
  });
  it('stores each acceptance of the same person', async () => {
    await capture();
    await capture();
    expect(await names()).toHaveLength(2);
  });
  it('stores one lead for a command that several replicas receive many times concurrently', async () => {
    const commandId = randomUUID();
    const lead = visitor();
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? leads : otherReplica).capture(lead, commandId)),
    );
    expect(new Set(ids).size).toBe(1);
    expect((await leads.list({ limit: 10, sort: 'newest' })).leads.map(({ id }) => id)).toEqual([ids[0]]);
  });
  it('stores leads that arrive together in one transaction', async () => {
    await Promise.all(Array.from({ length: 20 }, () => capture()));
    const rows = await analytics.owner.query(
      `SELECT count(*)::int AS leads, count(DISTINCT captured_at)::int AS times,
              count(DISTINCT xmin::text)::int AS transactions FROM analytics.leads`,
    );
    expect(rows).toEqual([{ leads: 20, times: 20, transactions: 1 }]);
  });
  it('rejects only those of the leads that arrive together whose terms are unknown', async () => {
    const hashes = [termsSha256, 'a'.repeat(64), termsSha256];
    const codes = hashes.map((hash, index) => codeOf(capture({ name: `Name ${index}`, termsSha256: hash })));
    expect(await Promise.all(codes)).toEqual(['ok', 'TERMS_NOT_REGISTERED', 'ok']);
    expect(await names()).toEqual(['Name 0', 'Name 2']);
  });
  it.each([{ name: ' ' }, { name: 'A\0da' }, { email: 'nobody' }])('rejects %j', async (overrides) => {
    expect(await codeOf(capture(overrides))).toBe('VALIDATION_FAILED');
  });
  it('stores leads that arrive together while each row takes so long that a batch would not end in time', async () => {
    const replica = (await analytics.replica()).get(LeadsService);
    await analytics.owner.query(
      `CREATE FUNCTION analytics.take_long() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM pg_sleep(1.2); RETURN NEW; END $$;
       CREATE TRIGGER take_long BEFORE INSERT ON analytics.leads FOR EACH ROW EXECUTE FUNCTION analytics.take_long()`,
    );
    try {
      const startedAt = performance.now();
      const ids = await Promise.all(
        Array.from({ length: 4 }, () => replica.capture(visitor(), randomUUID())),
      );
      // Only if their batch ends early: the timeout of other statements leaves too little time to store them alone.
      expect(performance.now() - startedAt).toBeLessThan(CALL_DEADLINE_MS);
      expect(new Set(ids).size).toBe(4);
      const [row] = await analytics.owner.query(
        'SELECT count(DISTINCT xmin::text)::int AS n FROM analytics.leads',
      );
      expect(row).toEqual({ n: 4 });
    } finally {
      await analytics.owner.query('DROP FUNCTION analytics.take_long CASCADE');
    }
  });
});

describe('the proof of an address', () => {
  const provedElsewhere = async () =>
    (await leads.list({ limit: 100, sort: 'name' })).leads
      .filter(({ addressProvedElsewhere }) => addressProvedElsewhere)
      .map(({ name }) => name);
  const namesOf = async (proof: LeadProof, q?: string) => {
    const { leads: listed, total } = await leads.list({ limit: 100, sort: 'name', proof, q });
    expect(total).toBe(listed.length);
    return listed.map(({ name }) => name);
  };

  it('marks claimed addresses that another lead proved, in any case and form of the domain', async () => {
    await capture({ name: 'Proved', email: 'Ada@bücher.example', verifiedBy: 'code' });
    await capture({ name: 'Same', email: 'ada@BÜCHER.example' });
    await capture({ name: 'Same by link', email: 'ada@xn--bcher-kva.example', verifiedBy: 'link' });
    await capture({ name: 'Other', email: 'a.da@bücher.example' });
    expect(await provedElsewhere()).toEqual(['Same', 'Same by link']);
  });

  it('never joins leads that claim the same address', async () => {
    await capture({ name: 'One' });
    await capture({ name: 'Two' });
    await capture({ name: 'By link', verifiedBy: 'link' });
    expect(await provedElsewhere()).toEqual([]);
    const rows = await analytics.owner.query('SELECT DISTINCT proved_key FROM analytics.leads');
    expect(rows).toEqual([{ proved_key: null }]);
  });

  it('filters the list, also with a search', async () => {
    await capture({ name: 'Code', verifiedBy: 'code' });
    await capture({ name: 'Invited', verifiedBy: 'invitation' });
    await capture({ name: 'Link', verifiedBy: 'link' });
    await capture({ name: 'None' });
    expect(await namesOf('proved')).toEqual(['Code', 'Invited']);
    expect(await namesOf('claimed')).toEqual(['Link', 'None']);
    expect(await namesOf('proved', 'invite')).toEqual(['Invited']);
    expect(await namesOf('claimed', 'invite')).toEqual([]);
  });

  it.each([
    ['none', false],
    ['link', true],
    ['code', true],
  ] as const)('reports whether any lead has more than a claim: %s', async (verifiedBy, hasProofs) => {
    await capture({ verifiedBy });
    await capture();
    expect(await leads.list({ limit: 1, sort: 'newest' })).toMatchObject({ hasProofs });
  });

  it.each([
    `verified_by <> 'none'`,
    `verified_by IN ('code', 'invitation')`,
    `verified_by <> 'none' AND proved_key = ANY ('{a,b}')`,
  ])('is found by an index without claimed addresses: %s', async (condition) => {
    const plan = await analytics.owner.transaction(async (transaction) => {
      await transaction.query('SET LOCAL enable_seqscan = off');
      return transaction.query(`EXPLAIN SELECT FROM analytics.leads WHERE ${condition}`);
    });
    expect(JSON.stringify(plan)).toContain('leads_not_claimed');
  });
});

describe('list', () => {
  const pageThrough = async (sort: LeadOrder, limit: number, q?: string) => {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await leads.list({ limit, sort, q, cursor });
      ids.push(...page.leads.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return ids;
  };
  /** Captures leads whose times differ by less than a millisecond or not at all. */
  const captureCrowd = async () => {
    for (let count = 0; count < 23; count++)
      await capture({ name: `Name ${count % 3}`, email: `x${count % 4}@example.org` });
    await analytics.owner.query(
      `UPDATE analytics.leads SET captured_at = TIMESTAMPTZ '2026-01-01 00:00:00Z'
         + (('x' || substr(id::text, 1, 2))::bit(8)::int % 5) * interval '1 microsecond'`,
    );
  };

  it.each<LeadOrder>(['newest', 'oldest', 'name', 'email'])(
    'has the same order by %s for every page size',
    async (sort) => {
      await captureCrowd();
      const allIds = await pageThrough(sort, 100);
      expect(new Set(allIds).size).toBe(23);
      for (const limit of [1, 5, 22, 23]) expect(await pageThrough(sort, limit)).toEqual(allIds);
    },
  );

  it('lists the newest or the oldest lead first', async () => {
    const first = await capture();
    const second = await capture();
    expect(await pageThrough('newest', 10)).toEqual([second, first]);
    expect(await pageThrough('oldest', 10)).toEqual([first, second]);
  });

  it('neither repeats nor skips leads while new ones arrive', async () => {
    const existing = [await capture(), await capture(), await capture()];
    const { leads: page, nextCursor } = await leads.list({ limit: 2, sort: 'newest' });
    await capture();
    const rest = await leads.list({ limit: 2, sort: 'newest', cursor: nextCursor ?? '' });
    expect([...page, ...rest.leads].map(({ id }) => id)).toEqual(existing.reverse());
    expect(rest).toMatchObject({ total: 4, nextCursor: null });
  });

  it('sorts names alphabetically, not by code points', async () => {
    for (const name of ['Zoë', 'adam', 'Émile', 'Eva', 'Bob']) await capture({ name });
    expect(await names()).toEqual(['adam', 'Bob', 'Émile', 'Eva', 'Zoë']);
  });

  it('counts all matching leads on every page', async () => {
    await captureCrowd();
    const page = await leads.list({ limit: 2, sort: 'name', q: 'name 1' });
    expect(page.total).toBe(8);
    expect(page.leads).toHaveLength(2);
    expect(await pageThrough('name', 3, 'name 1')).toHaveLength(8);
  });

  it.each([
    ['LOVE', ['Ada Lovelace']],
    ['ОЛЬ', ['Ольга']],
    ['οδυς', ['ΟΔΥΣΣΕΥΣ']],
    ['山', ['山田']],
    ['%', ['50% Off']],
    ['_', ['under_score']],
    ['\\', ['back\\slash']],
    ["'; --", []],
    ['EXAMPLE.NET', ['Ольга']],
  ])('finds %j literally, in any case and script', async (q, matches) => {
    for (const name of ['Ada Lovelace', 'ΟΔΥΣΣΕΥΣ', '山田', '50% Off', 'under_score', 'back\\slash'])
      await capture({ name });
    await capture({ name: 'Ольга', email: 'olga@example.net' });
    expect(await names(q)).toEqual(matches);
    expect((await leads.list({ limit: 1, sort: 'newest', q })).total).toBe(matches.length);
  });

  it.each(['', 'x', "'", 'AAAAAAAAAAAAAAAAAAAAAA'])('rejects the cursor %j', async (cursor) => {
    await capture();
    expect(await codeOf(leads.list({ limit: 10, sort: 'newest', cursor }))).toBe('VALIDATION_FAILED');
  });

  it('rejects a search for characters that cannot be stored', async () => {
    expect(await codeOf(leads.list({ limit: 10, sort: 'newest', q: 'a\0' }))).toBe('VALIDATION_FAILED');
  });
});

it('counts each captured lead once, and does not count rejected leads', async () => {
  const counted = async () => sumOf(await metricsText(), 'portal_leads_captured_total') ?? 0;
  const before = await counted();
  const commandId = randomUUID();
  await Promise.all([1, 2, 3].map(() => capture({}, commandId)));
  await capture();
  expect(await codeOf(capture({ termsSha256: 'a'.repeat(64) }))).toBe('TERMS_NOT_REGISTERED');
  expect((await counted()) - before).toBe(2);
});
