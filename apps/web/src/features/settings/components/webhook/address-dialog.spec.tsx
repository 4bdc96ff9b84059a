import { jest } from '@jest/globals';
import { routes, type SettingsView } from '@secure-preview/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import AdminArea from '../../../../app/admin-area.js';
import { answer, FakeApi, failure } from '../../../../testing/fake-api.js';
import { config, historyPage, settings, statuses } from '../../../../testing/fixtures.js';
import { renderApp } from '../../../../testing/render-app.js';

const { read, change, history } = routes.settings;
const URL = 'https://hooks.example/portal';
const saved: SettingsView = {
  ...settings,
  version: 3,
  values: { ...settings.values, webhookUrl: URL },
  overridden: [...settings.overridden, 'webhookUrl'],
};
let api: FakeApi;

const dialog = () => within(screen.getByRole('dialog'));
const password = () => dialog().getByLabelText('Upload password');
const save = () => screen.getByRole('button', { name: 'Save' });
const sent = () => api.calls(change).map(({ body }) => body);

beforeEach(() => {
  jest.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/Berlin']);
  api = new FakeApi()
    .install()
    .on(routes.auth.status, statuses.uploader)
    .on(routes.portal.config, config)
    .on(read, settings)
    .on(history, historyPage())
    .on(routes.unsentMails.list, { total: 0, mails: [], nextCursor: null })
    .on(routes.webhooks.status, { lastTest: null, lastDelivered: null, lastError: null })
    .on(change, () => answer(change, saved));
});
afterEach(() => jest.restoreAllMocks());

/** Enters an address and saves. */
async function open() {
  const { user } = renderApp(<AdminArea />, '/upload/settings');
  await user.type(await screen.findByLabelText('Address for webhooks'), URL);
  await user.click(save());
  return user;
}

describe('changing the address for webhooks', () => {
  it('needs the upload password', async () => {
    const user = await open();
    expect(dialog().getByText(/^Alerts go only to the new address/)).toBeVisible();
    await user.type(password(), '{Enter}');
    expect(password()).toHaveAccessibleDescription(expect.stringContaining('Password is required'));
    expect(sent()).toEqual([]);
    await user.type(password(), 'right{Enter}');
    expect(await screen.findByText('Settings Saved')).toBeVisible();
    expect(sent()).toEqual([{ version: 2, set: { webhookUrl: URL }, reset: [], password: 'right' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.body).not.toHaveFocus();
  });

  it('is not saved when the dialog is closed, and keeps the input', async () => {
    const user = await open();
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText('Address for webhooks')).toHaveValue(URL);
    expect(save()).toBeEnabled();
    expect(sent()).toEqual([]);
  });

  it.each([
    ['INVALID_PASSWORD', 'Invalid password'],
    ['TOO_MANY_ATTEMPTS', 'Too many attempts. Please try again later'],
  ] as const)('shows %s at the password', async (code, text) => {
    api.on(change, () => failure(code));
    const user = await open();
    await user.type(password(), 'wrong{Enter}');
    await waitFor(() => expect(password()).toHaveAccessibleDescription(expect.stringContaining(text)));
    expect(password()).toHaveFocus();
    expect(screen.queryByText('Not Saved')).toBeNull();
  });

  it('shows other errors in the form', async () => {
    api.on(change, () => failure('SERVICE_UNAVAILABLE'));
    const user = await open();
    await user.type(password(), 'right{Enter}');
    expect(await screen.findByText('Not Saved')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText('Address for webhooks')).toHaveValue(URL);
  });
});
