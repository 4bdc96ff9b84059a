import { randomUUID } from 'node:crypto';
import { redisKeys, type SettingName, settingNames } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';
import { endpointIdOf } from '../webhooks/webhook.js';
import type { Overrides } from './settings.js';
import { SettingsService } from './settings.service.js';
import { SettingsPublisherService } from './settings-publisher.service.js';
import { SettingsVersionRepository } from './settings-version.repository.js';

let auth: RunningAuth;
let settings: SettingsService;
let otherReplica: SettingsService;
let publisher: SettingsPublisherService;
let redis: Redis;

beforeAll(async () => {
  auth = await startAuth();
  redis = new Redis(auth.redis.url);
  const app = await auth.replica();
  settings = app.get(SettingsService);
  publisher = app.get(SettingsPublisherService);
  otherReplica = (await auth.replica()).get(SettingsService);
});
afterAll(async () => {
  redis?.disconnect();
  await auth?.stop();
});

const by = { sessionRef: randomUUID(), name: 'Ada' };
const version = async () => (await settings.current()).version;
const published = () => redis.get(redisKeys.settingsVersion);

async function set(
  values: Parameters<SettingsService['change']>[0]['set'],
  {
    seen,
    reset = [],
    commandId = randomUUID(),
    service = settings,
  }: {
    seen?: number;
    reset?: SettingName[];
    commandId?: string;
    service?: SettingsService;
  } = {},
) {
  return service.change({ version: seen ?? (await version()), set: values, reset }, by, commandId);
}

describe('a change', () => {
  it('is version 1 of a portal without settings, and every replica reads it', async () => {
    expect(await settings.current()).toEqual({ version: 0, overrides: {} });
    await until(async () => (await published()) === '0', { what: 'version 0' });
    await set({ companyName: 'Ада Фильм', contactEmail: null }, { seen: 0 });
    const expected = { version: 1, overrides: { companyName: 'Ада Фильм', contactEmail: null } };
    expect(await otherReplica.current()).toMatchObject(expected);
  });

  it('is stored once when the command is repeated, also after later changes', async () => {
    const before = await version();
    const commandId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        set({ ownerName: 'Grace' }, { seen: before, commandId, service: i % 2 ? settings : otherReplica }),
      ),
    );
    expect(new Set(answers.map((answer) => answer.version))).toEqual(new Set([before + 1]));
    await set({ ownerName: 'Mary' });
    expect(await set({ ownerName: 'Grace' }, { seen: before, commandId })).toMatchObject({
      version: before + 1,
    });
    expect(await settings.current()).toMatchObject({ version: before + 2, overrides: { ownerName: 'Mary' } });
  });

  it('of one of two administrators is rejected when both change the same version', async () => {
    const before = await version();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        set({ headerLine: `Line ${i}` }, { seen: before, service: i % 2 ? settings : otherReplica }),
      ),
    );
    const rejected = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(rejected).toEqual(Array.from({ length: 9 }, () => 'SETTINGS_CHANGED'));
    expect(await version()).toBe(before + 1);
    await expect(set({ headerLine: 'Late' }, { seen: before })).rejects.toMatchObject({
      code: 'SETTINGS_CHANGED',
    });
  });

  it('that changes nothing adds no version', async () => {
    const current = await set({ companyName: 'Halcyon', languages: ['en', 'ar'] });
    const repeated = await set({ languages: ['ar', 'en'], companyName: 'Halcyon' }, { reset: ['timeZone'] });
    expect(repeated.version).toBe(current.version);
  });

  it('returns settings to their defaults', async () => {
    await set({ companyName: 'Halcyon', ownerName: 'Ada' });
    const { overrides } = await set({}, { reset: [...settingNames] });
    expect(overrides).toEqual({});
  });

  it('keeps a setting of a newer version of the service', async () => {
    const newer = { version: (await version()) + 1, overrides: { watermark: 'bold' } as Overrides };
    const versions = (await auth.replica()).get(SettingsVersionRepository);
    await versions.insert(newer, {}, by, randomUUID());
    expect((await set({ companyName: 'Halcyon' })).overrides).toEqual({
      watermark: 'bold',
      companyName: 'Halcyon',
    });
  });
});

describe('the address of webhooks', () => {
  const endpoints = async (): Promise<(string | null)[]> => {
    const owner = await new DataSource({ type: 'postgres', url: auth.ownerUrl }).initialize();
    const rows: { endpoint_id: string | null }[] = await owner
      .query('SELECT endpoint_id FROM outbox.webhook_endpoints ORDER BY id')
      .finally(() => owner.destroy());
    return rows.map(({ endpoint_id }) => endpoint_id);
  };

  it('is reported to the notifier when it changes, once for a repeated command', async () => {
    const [first, second] = ['https://hooks.example/first', 'https://hooks.example/second'];
    const seen = (await set({}, { reset: [...settingNames] })).version;
    const earlier = (await endpoints()).length;
    const commandId = randomUUID();
    for (const service of [settings, otherReplica])
      await set({ webhookUrl: first }, { seen, commandId, service });
    await set({ companyName: `Halcyon ${randomUUID()}` });
    await set({ webhookUrl: second });
    await expect(set({ webhookUrl: first }, { seen })).rejects.toMatchObject({ code: 'SETTINGS_CHANGED' });
    await set({}, { reset: ['webhookUrl'] });
    expect((await endpoints()).slice(earlier)).toEqual([endpointIdOf(first), endpointIdOf(second), null]);
  });
});

describe('the published version', () => {
  it('is never lowered by a slow replica', async () => {
    const current = (await set({ companyName: `Halcyon ${randomUUID()}` })).version;
    await publisher.publish(current);
    await publisher.publish(current - 1);
    expect(await published()).toBe(String(current));
  });

  it('is published again after Redis lost all data, or a replica died before it published', async () => {
    await redis.flushall();
    const lost = String(await version());
    await until(async () => (await published()) === lost, { deadlineMs: 15_000, what: 'the version' });
    // Stores a change without publishing it, like a replica that dies between the two steps. Only the publisher, which
    // repeats its work, publishes it.
    const unpublished = String((await set({ companyName: `Halcyon ${randomUUID()}` })).version);
    await until(async () => (await published()) === unpublished, { deadlineMs: 15_000, what: 'the change' });
  });

  it('is lowered after a restore of an older database', async () => {
    await redis.set(redisKeys.settingsVersion, 100_000);
    const current = String(await version());
    await until(async () => (await published()) === current, { deadlineMs: 15_000, what: 'the version' });
  });
});
