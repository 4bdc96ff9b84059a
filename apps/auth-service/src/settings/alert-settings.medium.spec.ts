import { randomUUID } from 'node:crypto';
import type { AlertSettings } from '@secure-preview/contracts';
import { DataSource } from 'typeorm';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';
import { endpointIdOf } from '../webhooks/webhook.js';
import { AlertSettingsRepository } from './alert-settings.repository.js';
import { SettingsService } from './settings.service.js';

let auth: RunningAuth;
let owner: DataSource;
let alerts: AlertSettingsRepository;
let settings: SettingsService;

beforeAll(async () => {
  auth = await startAuth();
  owner = await new DataSource({ type: 'postgres', url: auth.ownerUrl }).initialize();
  const app = await auth.replica();
  alerts = app.get(AlertSettingsRepository);
  settings = app.get(SettingsService);
});
afterAll(async () => {
  await owner?.destroy();
  await auth?.stop();
});

const given: AlertSettings = {
  rules: { finished: { when: 'digest15', mail: true, webhook: false } },
  recipient: 'desk@halcyon.example',
  language: 'de',
  companyName: 'Halcyon',
  timeZone: 'Europe/Berlin',
  webhook: null,
};
const kept = async (): Promise<unknown[]> => {
  const rows = await owner.query('SELECT settings FROM outbox.alert_settings ORDER BY id');
  return rows.map((row: { settings: unknown }) => row.settings);
};

it('are copied to the outbox once, however many gateways send them', async () => {
  await Promise.all([1, 2, 3].map(() => alerts.keep(0, given)));
  expect(await kept()).toEqual([given]);
});

it('of an earlier version are ignored', async () => {
  await settings.change({ version: 0, set: { companyName: 'Aurora' }, reset: [] }, null, randomUUID());
  await alerts.keep(0, { ...given, recipient: 'former@halcyon.example' });
  expect(await kept()).toEqual([given]);
  await alerts.keep(1, { ...given, companyName: 'Aurora' });
  expect(await kept()).toEqual([given, { ...given, companyName: 'Aurora' }]);
});

it('name the endpoint of webhooks, from which the notifier derives the secret', async () => {
  const url = 'https://hooks.example/alerts';
  await alerts.keep(1, { ...given, webhook: { url, names: true } });
  const webhook = { url, names: true, endpointId: endpointIdOf(url), endpointGeneration: 1 };
  expect((await kept()).at(-1)).toEqual({ ...given, webhook });
});
