import { randomUUID } from 'node:crypto';
import { type BlockKind, limits, redisKeys } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';
import { BlockRepository } from './block.repository.js';
import { BlockedAddressPublisherService } from './blocked-address-publisher.service.js';
import { BlocksService } from './blocks.service.js';

let auth: RunningAuth;
let blocks: BlocksService;
let otherReplica: BlocksService;
let publisher: BlockedAddressPublisherService;
let repository: BlockRepository;
let dataSource: DataSource;
let redis: Redis;

beforeAll(async () => {
  auth = await startAuth();
  redis = new Redis(auth.redis.url);
  const app = await auth.replica();
  blocks = app.get(BlocksService);
  publisher = app.get(BlockedAddressPublisherService);
  repository = app.get(BlockRepository);
  dataSource = app.get(DataSource);
  otherReplica = (await auth.replica()).get(BlocksService);
});
afterAll(async () => {
  redis?.disconnect();
  await auth?.stop();
});

const by = { sessionRef: randomUUID(), name: 'Ada' };
const newAddress = () => `${randomUUID()}@kino.example`;

interface Options {
  commandId?: string;
  service?: BlocksService;
  note?: string;
}
const change =
  (blocked: boolean) =>
  (kind: BlockKind, value: string, { commandId = randomUUID(), service = blocks, note = '' }: Options = {}) =>
    service.change({ kind, value, blocked, note }, by, commandId);
const [block, unblock] = [change(true), change(false)];

const isMarked = async (address: string) => (await redis.exists(redisKeys.addressBlocked(address))) === 1;
const publishedVersion = async () => Number(await redis.get(redisKeys.blockRulesVersion));
const changesOf = (value: string): Promise<unknown[]> =>
  dataSource.query(
    'SELECT blocked, note, by_session, by_name FROM auth.blocks WHERE value = $1 ORDER BY id',
    [value],
  );
/** Runs SQL as the owner, to delete rows that an older backup does not contain. */
const asAdmin = async (sql: string, values: unknown[] = []) => {
  const admin = await new DataSource({ type: 'postgres', url: auth.ownerUrl }).initialize();
  await admin.query(sql, values).finally(() => admin.destroy());
};

describe('blocking an address', () => {
  it('marks its key in Redis before it resolves', async () => {
    const address = newAddress();
    await block('address', address.toUpperCase(), { note: 'leaked' });
    expect(await isMarked(address)).toBe(true);
    expect(await otherReplica.isBlocked(address)).toBe(true);
    await unblock('address', address, { service: otherReplica });
    expect(await isMarked(address)).toBe(false);
    expect(await blocks.isBlocked(address)).toBe(false);
    const changed = { by_session: by.sessionRef, by_name: 'Ada' };
    expect(await changesOf(address)).toEqual([
      { blocked: true, note: 'leaked', ...changed },
      { blocked: false, note: '', ...changed },
    ]);
  });

  it('stores one change when the command is repeated', async () => {
    const address = newAddress();
    const commandId = randomUUID();
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        block('address', address, { commandId, service: i % 2 ? blocks : otherReplica }),
      ),
    );
    await block('address', address);
    expect(await changesOf(address)).toHaveLength(1);
  });

  it('ignores a command that is repeated after the address was unblocked', async () => {
    const address = newAddress();
    const commandId = randomUUID();
    await block('address', address, { commandId });
    await unblock('address', address);
    await block('address', address, { commandId });
    expect(await isMarked(address)).toBe(false);
    expect(await changesOf(address)).toHaveLength(2);
  });

  it('stores nothing when an address that was never blocked is unblocked', async () => {
    const address = newAddress();
    await unblock('address', address);
    expect(await changesOf(address)).toEqual([]);
    expect(await redis.hexists('portal:blocked-versions', address)).toBe(0);
  });

  it('leaves the same state in Redis and Postgres after many concurrent changes', async () => {
    const address = newAddress();
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        (i % 2 ? block : unblock)('address', address, { service: i % 3 ? blocks : otherReplica }),
      ),
    );
    expect(await isMarked(address)).toBe(await blocks.isBlocked(address));
  });
});

describe('the lists', () => {
  const list = (selection: Partial<Parameters<BlocksService['list']>[0]> = {}) =>
    otherReplica.list({ limit: 100, sort: 'newest', ...selection });
  const valuesOf = (rows: { value: string }[]) => rows.map(({ value }) => value);

  it('contain present blocks and all changes, newest first', async () => {
    const [kept, ended] = [newAddress(), newAddress()];
    await block('address', kept, { note: 'kept' });
    await block('address', ended);
    await unblock('address', ended);
    const { blocks: present } = await list();
    expect(present[0]).toEqual(
      expect.objectContaining({
        kind: 'address',
        value: kept,
        blocked: true,
        note: 'kept',
        byName: 'Ada',
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      }),
    );
    expect(valuesOf(present)).not.toContain(ended);
    const { changes } = await otherReplica.history({ limit: 3 });
    expect(changes.map(({ value, blocked }) => [value, blocked])).toEqual([
      [ended, false],
      [ended, true],
      [kept, true],
    ]);
  });

  it('are searched in values and notes, and filtered by kind', async () => {
    const marker = randomUUID();
    const address = `ada@${marker}.example`;
    await block('address', address.toUpperCase(), { note: 'JOSE\u0301' });
    await block('domain', `b${marker}.example`, { note: `100% ${marker}` });
    await unblock('address', address);
    await block('address', address, { note: 'again' });
    expect(valuesOf((await list({ q: marker.toUpperCase() })).blocks)).toEqual([
      address,
      `b${marker}.example`,
    ]);
    expect(valuesOf((await list({ q: marker, kind: 'domain' })).blocks)).toEqual([`b${marker}.example`]);
    expect((await list({ q: `100_ ${marker}` })).total).toBe(0);
    const { changes, total } = await otherReplica.history({ limit: 10, q: marker });
    expect(total).toBe(4);
    expect(changes.map(({ note }) => note)).toEqual(['again', '', `100% ${marker}`, 'JOSE\u0301']);
    expect((await otherReplica.history({ limit: 10, q: 'josé' })).total).toBe(1);
  });

  it('are searched by their administrator in the history only', async () => {
    const marker = randomUUID();
    const address = `ada@${randomUUID()}.example`;
    const name = `Zoe\u0308 ${marker}`;
    const target = { kind: 'address' as const, value: address, note: '' };
    await blocks.change({ ...target, blocked: true }, { ...by, name }, randomUUID());
    await blocks.change({ ...target, blocked: false }, by, randomUUID());
    await block('address', address);
    const { changes, total } = await otherReplica.history({ limit: 10, q: `ZO\u00cb ${marker}` });
    expect(changes).toMatchObject([{ value: address, blocked: true, byName: name }]);
    expect(total).toBe(1);
    expect((await list({ q: marker })).total).toBe(0);
    const page = await otherReplica.history({ limit: 2, q: address });
    const rest = await otherReplica.history({ limit: 2, q: address, cursor: page.nextCursor ?? '' });
    expect([...page.changes, ...rest.changes].map((change) => change.blocked)).toEqual([true, false, true]);
  });

  it.each(['newest', 'oldest', 'value'] as const)('are sorted by %s, in pages', async (sort) => {
    const marker = randomUUID();
    const values = ['c', 'a', 'b', 'e', 'd'].map((name) => `${name}@${marker}.example`);
    for (const value of values) await block('address', value);
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ q: marker, sort, limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      expect(page.total).toBe(5);
      pages.push(...valuesOf(page.blocks));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    const expected = { newest: [...values].reverse(), oldest: values, value: [...values].sort() };
    expect(pages).toEqual(expected[sort]);
  });

  it.each(['x', '-1', '999999999999999999', '1e3'])('reject the cursor “%s”', async (cursor) => {
    await expect(list({ cursor })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(blocks.history({ limit: 1, cursor })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

describe('the blocks that concern visitors', () => {
  it('are those of address, domain and network, in the order of the visitors', async () => {
    const domain = `${randomUUID()}.example`;
    const address = `ada@${domain}`;
    await block('address', address);
    await block('domain', domain);
    await block('network', '198.18.0.0/16');
    await block('network', '198.18.7.0/24');
    await block('network', '2001:db8:7::/48');
    const concerning = await otherReplica.concerning([
      { email: 'nobody@kino.example', ip: '192.0.2.1' },
      { email: address.toUpperCase(), ip: null },
      { email: `eve@${domain}`, ip: '198.18.7.9' },
      { email: `@${domain}`, ip: 'unknown' },
      { email: 'bob@kino.example', ip: '2001:db8:7::1' },
    ]);
    expect(concerning).toEqual([
      [],
      [
        { kind: 'address', value: address },
        { kind: 'domain', value: domain },
      ],
      [
        { kind: 'domain', value: domain },
        { kind: 'network', value: '198.18.0.0/16' },
        { kind: 'network', value: '198.18.7.0/24' },
      ],
      [{ kind: 'domain', value: domain }],
      [{ kind: 'network', value: '2001:db8:7::/48' }],
    ]);
    for (const network of ['198.18.0.0/16', '198.18.7.0/24', '2001:db8:7::/48'])
      await unblock('network', network);
    expect(await blocks.concerning([{ email: 'bob@kino.example', ip: '198.18.7.9' }])).toEqual([[]]);
  });
});

describe('rules', () => {
  it('contain blocked domains and networks, with a version that is published before a change resolves', async () => {
    const before = await blocks.rules();
    await block('domain', '@XN--BCHER-KVA.example');
    await block('network', '2001:DB8::1/48', { service: otherReplica });
    const rules = await otherReplica.rules();
    expect(rules.domains).toContain('bücher.example');
    expect(rules.networks).toContain('2001:db8::/48');
    expect(rules.version).toBeGreaterThan(before.version);
    expect(await publishedVersion()).toBe(rules.version);
    await unblock('network', '2001:db8:0:1::/48');
    expect((await blocks.rules()).networks).not.toContain('2001:db8::/48');
    expect(await publishedVersion()).toBeGreaterThan(rules.version);
  });

  it('block the addresses of a domain in each of its forms, but not those of its subdomains', async () => {
    await block('domain', 'ÉCRAN.example');
    const [unicode, punycode] = ['ada@écran.example', 'ada@xn--cran-9oa.example'];
    expect(await blocks.blockedAmong([unicode, punycode, 'ada@mail.écran.example', 'b@c.example'])).toEqual(
      new Set([unicode, punycode]),
    );
    await unblock('domain', 'xn--cran-9oa.example');
    expect(await blocks.isBlocked(unicode)).toBe(false);
  });

  it('have a maximum number, which addresses do not count for', async () => {
    const { domains, networks } = await blocks.rules();
    const max = limits.access.blockRules;
    await dataSource.query(
      `INSERT INTO auth.blocks (command_id, kind, value, blocked, note)
       SELECT gen_random_uuid(), 'domain', 'd' || n || '.example', true, '' FROM generate_series(1, $1::int) n`,
      [max - domains.length - networks.length - 1],
    );
    const commandId = randomUUID();
    await block('network', '198.51.100.0/24', { commandId });
    const tooMany = expect.objectContaining({ code: 'TOO_MANY_BLOCKS', params: { max } });
    await expect(block('domain', 'one-more.example')).rejects.toEqual(tooMany);
    await block('network', '198.51.100.0/24', { commandId });
    await block('address', newAddress());
    await unblock('domain', 'd1.example');
    await block('domain', 'one-more.example');
    expect((await blocks.rules()).domains).toContain('one-more.example');
  });
});

it('rejects an invalid value, and stores nothing', async () => {
  await expect(block('network', '0.0.0.0/0')).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    fieldCodes: { value: { code: 'NETWORK_TOO_LARGE' } },
  });
  expect(await changesOf('0.0.0.0/0')).toEqual([]);
});

describe('the mark', () => {
  it('is not set again by a replica with stale data', async () => {
    const address = newAddress();
    await block('address', address);
    const [stale] = (await repository.statesOfAddresses()).filter(({ emailKey }) => emailKey === address);
    if (!stale) throw new Error('The change was not stored');
    await unblock('address', address);
    await publisher.publish(stale);
    expect(await isMarked(address)).toBe(false);
  });

  it('is published again, with the record that all are, after Redis lost all data', async () => {
    const address = newAddress();
    await block('address', address);
    await redis.flushall();
    const isComplete = async () => (await redis.exists(redisKeys.blocksPublished)) === 1;
    await until(isComplete, { deadlineMs: 15_000, what: 'the record' });
    expect(await isMarked(address)).toBe(true);
    await until(async () => (await publishedVersion()) === (await repository.newestNumber()), {
      deadlineMs: 15_000,
      what: 'the version',
    });
  });

  it('is deleted even if the replica that unblocked the address died before publishing', async () => {
    const address = newAddress();
    await block('address', address);
    await repository.change({ kind: 'address', value: address, blocked: false, note: '' }, by, randomUUID());
    await until(async () => !(await isMarked(address)), {
      deadlineMs: 15_000,
      what: 'the mark to disappear',
    });
  });

  it('follows an older database, in which the address was not blocked yet, or still is', async () => {
    const [unknown, unblocked, reused] = [newAddress(), newAddress(), newAddress()];
    await block('address', unblocked);
    await block('address', reused);
    const { version } = await blocks.rules();
    await block('address', unknown);
    await unblock('address', unblocked);
    await unblock('address', reused);
    await asAdmin('DELETE FROM auth.blocks WHERE id > $1', [version]);
    const marks = () => Promise.all([unknown, unblocked, reused].map(isMarked));
    await until(async () => `${await marks()}` === 'false,true,true', {
      deadlineMs: 15_000,
      what: 'the marks of the older database',
    });
    await until(async () => (await publishedVersion()) === version, {
      deadlineMs: 15_000,
      what: 'the version of the older database',
    });
  });
});
