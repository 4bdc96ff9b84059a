import { randomUUID } from 'node:crypto';
import { SettingsService } from '../settings/settings.service.js';
import { SettingsHistoryService } from '../settings/settings-history.service.js';
import { runCommand } from '../testing/run-command.js';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';

let auth: RunningAuth;
let settings: SettingsService;
let history: SettingsHistoryService;

beforeAll(async () => {
  auth = await startAuth();
  const app = await auth.replica();
  settings = app.get(SettingsService);
  history = app.get(SettingsHistoryService);
});
afterAll(() => auth?.stop());

async function portal(...args: string[]) {
  const { code, stdout, stderr } = await runCommand(['settings', ...args], {
    DATABASE_URL: auth.databaseUrl,
  });
  return { code, stdout: stdout.toString(), stderr };
}

it('lists changed settings and resets one, without a name of an administrator', async () => {
  expect(await portal()).toEqual({ code: 0, stdout: 'Every setting has its default.\n', stderr: '' });
  const by = { sessionRef: randomUUID(), name: 'Ada' };
  const set = { companyName: 'Halcyon “Film”', termsTexts: { en: 'Be quiet.\n'.repeat(30) } };
  await settings.change({ version: 0, set, reset: [] }, by, randomUUID());

  const { stdout } = await portal();
  expect(stdout).toContain('companyName          "Halcyon “Film”"\n');
  expect(stdout).toMatch(/^termsTexts {11}\{"en":"Be quiet\.\\n.*…$/m);
  expect(stdout).toMatch(/\nSome values are cut: --json prints them whole\.\n$/);
  expect(JSON.parse((await portal('--json')).stdout)).toMatchObject({ version: 1, overrides: set });

  expect(await portal('reset', 'companyName')).toEqual({
    code: 0,
    stdout:
      'companyName: the default is in effect within 10 seconds.\n' +
      'Settings in SETTINGS_LOCKED have their defaults already: nothing changes for them.\n',
    stderr: '',
  });
  expect(await settings.current()).toMatchObject({ version: 2, overrides: { termsTexts: set.termsTexts } });
  expect((await history.list({ limit: 1 })).entries).toMatchObject([
    { byName: null, changes: [{ name: 'companyName', from: 'Halcyon “Film”', to: null }] },
  ]);
});

it('requires the terms to be accepted again, until the setting is reset', async () => {
  const before = Date.now();
  const stdout = expect.stringContaining('unless SETTINGS_LOCKED contains termsAskedAt.');
  expect(await portal('ask-terms-again')).toMatchObject({ code: 0, stdout, stderr: '' });
  const { overrides } = await settings.current();
  const asked = Date.parse(overrides.termsAskedAt ?? '');
  expect(asked).toBeGreaterThanOrEqual(before);
  expect(asked).toBeLessThanOrEqual(Date.now());
  expect((await portal()).stdout).toContain(`termsAskedAt         "${overrides.termsAskedAt}"\n`);
  expect((await history.list({ limit: 1 })).entries).toMatchObject([
    { byName: null, changes: [{ name: 'termsAskedAt', from: null, to: overrides.termsAskedAt }] },
  ]);
  expect(await portal('reset', 'termsAskedAt')).toMatchObject({ code: 0 });
  expect((await settings.current()).overrides).not.toHaveProperty('termsAskedAt');
  expect(await portal('ask-terms-again', 'now')).toMatchObject({ code: 2 });
});

it('says in its help that locked settings are not changed', async () => {
  expect((await portal('--help')).stdout).toContain('settings in SETTINGS_LOCKED have no effect');
});

it('rejects unknown names and actions, and changes nothing', async () => {
  const { version } = await settings.current();
  expect(await portal('reset', 'companyname')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('companyname is not a setting. The settings are companyName, '),
  });
  expect(await portal('reset')).toMatchObject({ code: 2 });
  expect(await portal('drop', 'companyName')).toMatchObject({ code: 2 });
  expect((await settings.current()).version).toBe(version);
});
