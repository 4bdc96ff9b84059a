import { jest } from '@jest/globals';
import { routes, type SettingsView } from '@secure-preview/contracts';
import { screen, within } from '@testing-library/react';
import AdminArea from '../../../app/admin-area.js';
import type { FakeApi } from '../../../testing/fake-api.js';
import { fakeSettingsApi } from '../../../testing/fake-settings-api.js';
import { historyPage, settings } from '../../../testing/fixtures.js';
import { renderApp } from '../../../testing/render-app.js';

const { change, history } = routes.settings;
const ACCESS = 'Request for access';
const FINISHED = 'A person watched at least 90 %';
const access = { when: 'atOnce', mail: true, webhook: true };
let api: FakeApi;
let saved: SettingsView;

const open = () => renderApp(<AdminArea />, '/upload/settings');
const sent = () => api.calls(change).map(({ body }) => body);

beforeEach(() => {
  jest.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/Berlin']);
  saved = settings;
  api = fakeSettingsApi(() => saved);
});
afterEach(() => jest.restoreAllMocks());

describe('the alerts', () => {
  it('report only flags and requests for access by default', async () => {
    open();
    expect(await screen.findByLabelText(ACCESS)).toHaveValue('atOnce');
    expect(screen.getByLabelText('A visit is flagged')).toHaveValue('atOnce');
    expect(screen.getByLabelText(FINISHED)).toHaveValue('off');
    expect(screen.getByRole('checkbox', { name: `${ACCESS}: Email` })).toBeChecked();
    expect(screen.queryByRole('checkbox', { name: `${FINISHED}: Email` })).toBeNull();
  });

  it('are saved with their time and channels, without those that are off', async () => {
    const { user } = open();
    await user.selectOptions(await screen.findByLabelText(FINISHED), 'Collected, daily at 08:00');
    await user.click(screen.getByRole('checkbox', { name: `${FINISHED}: Webhook` }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Settings Saved');
    const finished = { when: 'digestDaily', mail: true, webhook: false };
    expect(sent()).toEqual([
      { version: 2, set: { alerts: { finished, flagged: access, accessRequested: access } }, reset: [] },
    ]);
  });

  it('that were switched off and on again are no change', async () => {
    const { user } = open();
    await user.selectOptions(await screen.findByLabelText(ACCESS), 'Off');
    expect(screen.getByText('1 unsaved change')).toBeVisible();
    await user.selectOptions(screen.getByLabelText(ACCESS), 'At once');
    expect(screen.getByText('Everything is saved.')).toBeVisible();
  });

  it('say that they reach nobody until there is an address or a webhook', async () => {
    const { user } = open();
    expect(await screen.findByText(/^Some alerts reach nobody/)).toBeVisible();
    const address = screen.getByLabelText('Email for alerts');
    await user.type(address, 'desk@example.com');
    expect(screen.queryByText(/^Some alerts reach nobody/)).toBeNull();
    await user.clear(address);
    expect(screen.getByText(/^Some alerts reach nobody/)).toBeVisible();
    await user.type(screen.getByLabelText('Address for webhooks'), 'https://hooks.example');
    expect(screen.queryByText(/^Some alerts reach nobody/)).toBeNull();
  });

  it('say that an alert without a channel reaches nobody', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('checkbox', { name: `${ACCESS}: Email` }));
    await user.click(screen.getByRole('checkbox', { name: `${ACCESS}: Webhook` }));
    expect(screen.getByLabelText(ACCESS)).toHaveAccessibleDescription(/nobody receives this alert/);
  });

  it('cannot be changed when the operator has locked them', async () => {
    saved = { ...settings, locked: ['alerts'] };
    open();
    expect(await screen.findByLabelText(ACCESS)).toBeDisabled();
  });

  it('are in the history in words, and can be restored', async () => {
    const from = JSON.stringify({ firstPlay: { when: 'digest15', mail: false, webhook: true } });
    const changes = [{ name: 'alerts', from, to: '{}' }];
    api.on(history, historyPage([{ version: 1, at: '2026-03-02T12:00:00.000Z', byName: 'Noor', changes }]));
    const { user } = open();
    const list = within(await screen.findByRole('list', { name: 'Changes of the settings' }));
    expect(
      list.getByText(/A person plays for the first time.*Collected, every 15 minutes, Webhook/),
    ).toBeVisible();
    expect(list.getByText('off')).toBeVisible();
    await user.click(list.getByRole('button', { name: /^Restore Alerts/ }));
    expect(screen.getByLabelText('A person plays for the first time')).toHaveValue('digest15');
    expect(screen.getByLabelText(ACCESS)).toHaveValue('off');
  });
});
