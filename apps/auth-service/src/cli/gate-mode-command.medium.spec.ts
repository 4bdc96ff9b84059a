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
  const { code, stdout, stderr } = await runCommand(['gate-mode', ...args], {
    DATABASE_URL: auth.databaseUrl,
  });
  return { code, stdout: stdout.toString(), stderr };
}

it('stores a version of the settings, without a name of an administrator', async () => {
  expect((await portal()).stdout).toMatch(/^No gate mode is stored: GATE_MODE of the gateways applies/);
  expect(await portal('invited')).toEqual({
    code: 0,
    stdout:
      'The gate mode invited is in effect within 10 seconds, unless SETTINGS_LOCKED contains gateMode.\n',
    stderr: expect.stringContaining('need a code by mail'),
  });
  expect(await settings.current()).toMatchObject({ version: 1, overrides: { gateMode: 'invited' } });
  expect((await history.list({ limit: 1 })).entries).toMatchObject([
    { byName: null, changes: [{ name: 'gateMode', from: null, to: 'invited' }] },
  ]);
  expect(await portal()).toEqual({ code: 0, stdout: 'invited\n', stderr: '' });
  expect(await portal('open')).toMatchObject({ code: 0, stderr: '' });
  expect(await settings.current()).toMatchObject({ version: 2, overrides: { gateMode: 'open' } });
});

it('ends no access of visitors who have entered, and stores what is required of them', async () => {
  const { version } = await settings.current();
  const set = { gateMode: 'invited', requiredInside: 'invitation', invitationProof: 'code' } as const;
  await settings.change({ version, set, reset: [] }, null, randomUUID());
  await portal('verified');
  expect((await settings.current()).overrides).toEqual({
    ...set,
    gateMode: 'verified',
    requiredInside: 'address',
  });
  await portal('open');
  await portal('invited');
  expect((await settings.current()).overrides).toEqual({ ...set, requiredInside: 'nothing' });
});

it('says in its help that a locked setting is not changed', async () => {
  expect((await portal('--help')).stdout).toContain(
    'With gateMode in SETTINGS_LOCKED, a change has no effect',
  );
});

it('rejects unknown modes and further arguments, and changes nothing', async () => {
  const { version } = await settings.current();
  const usage = { code: 2, stderr: expect.stringContaining('one gate mode: open, verified, invited.') };
  expect(await portal('closed')).toMatchObject(usage);
  expect(await portal('open', 'invited')).toMatchObject(usage);
  expect((await settings.current()).version).toBe(version);
});
