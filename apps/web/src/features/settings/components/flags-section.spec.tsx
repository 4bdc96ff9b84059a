import { jest } from '@jest/globals';
import { routes, type SettingsView } from '@secure-preview/contracts';
import { screen, within } from '@testing-library/react';
import AdminArea from '../../../app/admin-area.js';
import type { FakeApi } from '../../../testing/fake-api.js';
import { fakeSettingsApi } from '../../../testing/fake-settings-api.js';
import { historyPage, settings } from '../../../testing/fixtures.js';
import { renderApp } from '../../../testing/render-app.js';

const { change, history } = routes.settings;
const WATERMARK = 'Watermark removed';
const COPYING = 'Loaded faster than it plays';
let api: FakeApi;
let saved: SettingsView;

const open = () => renderApp(<AdminArea />, '/upload/settings').user;
const box = (name: string) => screen.findByRole('checkbox', { name });

beforeEach(() => {
  jest.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/Berlin']);
  saved = settings;
  api = fakeSettingsApi(() => saved);
});
afterEach(() => jest.restoreAllMocks());

describe('automatic blocks', () => {
  it('are off by default, and say for each kind what is flagged', async () => {
    open();
    expect(await box(WATERMARK)).not.toBeChecked();
    expect(await box(WATERMARK)).toHaveAccessibleDescription(/removed or covered three times/);
    expect(screen.getByText(/loads the film at playing speed.* is not detected/)).toBeVisible();
  });

  it('are saved in the order of the page', async () => {
    const user = open();
    await user.click(await box(WATERMARK));
    await user.click(await box(COPYING));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Settings Saved');
    expect(api.calls(change).map(({ body }) => body)).toEqual([
      { version: 2, set: { flagBlocks: ['copying', 'watermark'] }, reset: [] },
    ]);
  });

  it('that were switched on and off again are no change', async () => {
    const user = open();
    await user.click(await box(WATERMARK));
    expect(screen.getByText('1 unsaved change')).toBeVisible();
    await user.click(await box(WATERMARK));
    expect(screen.getByText('Everything is saved.')).toBeVisible();
  });

  it('cannot be changed when the operator has locked them', async () => {
    saved = { ...settings, locked: ['flagBlocks'] };
    open();
    expect(await box(WATERMARK)).toBeDisabled();
  });

  it('are in the history in words, and can be restored', async () => {
    const changes = [{ name: 'flagBlocks', from: ['watermark', 'copying'], to: [] }];
    api.on(history, historyPage([{ version: 1, at: '2026-03-02T12:00:00.000Z', byName: 'Noor', changes }]));
    const user = open();
    const list = within(await screen.findByRole('list', { name: 'Changes of the settings' }));
    expect(list.getByText('Loaded faster than it plays, Watermark removed')).toBeVisible();
    expect(list.getByText('none')).toBeVisible();
    await user.click(list.getByRole('button', { name: /^Restore Block automatically/ }));
    expect(await box(COPYING)).toBeChecked();
    expect(await box('Two networks in turn')).not.toBeChecked();
  });
});
