import { createHash, randomUUID } from 'node:crypto';
import {
  type RpcParsedInput,
  type SettingsHistoryEntry,
  settingNames,
  settingsLimits,
  settingsRpc,
} from '@secure-preview/contracts';
import { DataSource } from 'typeorm';
import * as z from 'zod/mini';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';
import { SettingsService } from './settings.service.js';
import { SettingsHistoryService } from './settings-history.service.js';
import { SettingsVersionRepository } from './settings-version.repository.js';

let auth: RunningAuth;
let settings: SettingsService;
let history: SettingsHistoryService;
let versions: SettingsVersionRepository;
let dataSource: DataSource;

beforeAll(async () => {
  auth = await startAuth();
  const app = await auth.replica();
  settings = app.get(SettingsService);
  history = app.get(SettingsHistoryService);
  versions = app.get(SettingsVersionRepository);
  dataSource = app.get(DataSource);
});
afterAll(() => auth?.stop());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Changes settings as an administrator. Returns the version. */
async function set(values: Parameters<SettingsService['change']>[0]['set'], name = 'Ada'): Promise<number> {
  const { version } = await settings.current();
  const by = { sessionRef: randomUUID(), name };
  return (await settings.change({ version, set: values, reset: [] }, by, randomUUID())).version;
}
async function reset(): Promise<void> {
  const { version } = await settings.current();
  await settings.change({ version, set: {}, reset: [...settingNames] }, null, randomUUID());
}

type Query = Partial<RpcParsedInput<typeof settingsRpc.methods.history>>;
const list = (query: Query = {}) => history.list({ limit: 250, ...query });

/** Reads all pages. Each of them has the same total. */
async function readAll(query: Query): Promise<SettingsHistoryEntry[]> {
  const entries: SettingsHistoryEntry[] = [];
  let cursor: string | undefined;
  let total: number;
  do {
    const page = await list({ ...query, ...(cursor === undefined ? {} : { cursor }) });
    expect(sizeOf(page)).toBeLessThan(201 * 1024);
    z.parse(settingsRpc.methods.history.output, page);
    entries.push(...page.entries);
    total = page.total;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(entries).toHaveLength(total);
  return entries;
}
const versionsOf = (entries: SettingsHistoryEntry[]) => entries.map(({ version }) => version);

it('lists who changed what and when, newest first', async () => {
  expect(await list()).toEqual({ entries: [], total: 0, nextCursor: null });
  const first = await set({ companyName: 'Halcyon' });
  const second = await set({ companyName: 'Meridian', timeZone: 'Europe/Berlin' });
  const { entries, total, nextCursor } = await list({ limit: 1 });
  expect(entries).toEqual([
    {
      version: second,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      byName: 'Ada',
      changes: [
        { name: 'companyName', from: 'Halcyon', to: 'Meridian' },
        { name: 'timeZone', from: null, to: 'Europe/Berlin' },
      ],
    },
  ]);
  expect(total).toBe(2);
  expect(await list({ limit: 1, cursor: nextCursor ?? '' })).toMatchObject({
    entries: [{ version: first, changes: [{ name: 'companyName', from: null, to: 'Halcyon' }] }],
    total: 2,
    nextCursor: null,
  });
});

it('lists texts of the terms by their SHA-256', async () => {
  await set({ termsTexts: { en: 'Be quiet.', de: 'Ruhe “bitte”.\n静かに' } });
  await set({ termsTexts: { en: 'Be quiet.' } });
  const hash = sha256('Ruhe “bitte”.\n静かに');
  expect((await list({ limit: 2 })).entries.map(({ changes }) => changes)).toEqual([
    [{ name: 'termsTexts', language: 'de', from: hash, to: null }],
    [
      { name: 'termsTexts', language: 'de', from: null, to: hash },
      { name: 'termsTexts', language: 'en', from: null, to: sha256('Be quiet.') },
    ],
  ]);
});

it('is searched in values and administrators, and filtered by setting, page by page', async () => {
  const marker = randomUUID();
  const byNoor = await set({ ownerName: 'Noor’s Film' }, `Noor ${marker}`);
  const named = await set({ companyName: `Jose\u0301 ${marker}`, headerLine: 'Welcome' });
  await reset();
  const removed = (await settings.current()).version;
  await set({ headerLine: 'Hello' });

  expect(versionsOf(await readAll({ limit: 1, q: marker.toUpperCase() }))).toEqual([removed, named, byNoor]);
  expect(versionsOf(await readAll({ q: `JOS\u00c9 ${marker}` }))).toEqual([removed, named]);
  expect(await list({ q: `${marker}\0x` })).toEqual({ entries: [], total: 0, nextCursor: null });
  expect((await readAll({ limit: 1, q: marker, name: 'companyName' })).map(({ changes }) => changes)).toEqual(
    [
      [{ name: 'companyName', from: `Jose\u0301 ${marker}`, to: null }],
      [{ name: 'companyName', from: expect.any(String), to: `Jose\u0301 ${marker}` }],
    ],
  );
  const lines = await readAll({ limit: 2, name: 'headerLine' });
  expect(lines.map(({ changes }) => changes[0]?.to)).toEqual(['Hello', null, 'Welcome']);
});

it.each(['x', '-1', '1.5', '2147483648'])('rejects the cursor %j', async (cursor) => {
  await expect(list({ cursor })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
});

it('is read in pages of at most 200 KB, even if every value is at its limit', async () => {
  const line = (letter: string) => letter.repeat(settingsLimits.line.max);
  const everything = (letter: string) => ({
    ...Object.fromEntries(
      ['companyName', 'ownerName', 'contactPhone', 'headerLine', 'fallbackTitle', 'termsVersion']
        .concat('termsLastUpdated')
        .map((name) => [name, line(letter)]),
    ),
    contactEmail: `${letter.repeat(240)}@kino.example`,
    fallbackDescription: letter.repeat(settingsLimits.description.max),
    termsTexts: { en: letter.repeat(29_000), de: letter.repeat(29_000) },
  });
  for (let change = 0; change < 12; change += 1) await set(everything(change % 2 ? '条' : '影'));
  expect(sizeOf(await settings.current())).toBeLessThan(255 * 1024);
  const page = await list({ limit: 12 });
  expect(page.entries.length).toBeLessThan(12);
  expect(page.entries.at(-1)?.changes).toHaveLength(11);
  const all = await readAll({});
  expect(versionsOf(all)).toEqual(Array.from(all, (_, index) => all.length - index));
  expect(await readAll({ q: '影影' })).toHaveLength(12);
});

it('finds each change of a history that is longer than what a search reads at once', async () => {
  await reset();
  const { version } = await settings.current();
  for (let next = version + 1; next <= version + 450; next += 1)
    await versions.insert(
      { version: next, overrides: { ownerName: `Owner ${next}` } },
      {},
      null,
      randomUUID(),
    );
  const q = `Owner ${version}`;
  const entries = await readAll({ limit: 100, name: 'ownerName', q: 'owner ' });
  expect(versionsOf(entries)).toEqual(Array.from({ length: 450 }, (_, index) => version + 450 - index));
  expect(entries[249]?.changes).toEqual([
    { name: 'ownerName', from: `Owner ${version + 200}`, to: `Owner ${version + 201}` },
  ]);
  expect(await list({ q: `${q}no` })).toMatchObject({ total: 0 });
});

it('cannot be changed or deleted by the application', async () => {
  for (const statement of [
    "UPDATE auth.settings_versions SET overrides = '{}'",
    'DELETE FROM auth.settings_versions',
    `INSERT INTO auth.settings_versions (version, command_id, overrides, at)
       VALUES (1000, gen_random_uuid(), '{}', now())`,
  ])
    await expect(dataSource.query(statement)).rejects.toThrow('denied');
});
