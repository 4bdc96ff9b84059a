import { type GateModeView, routes } from '@secure-preview/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import AdminArea from '../../../../app/admin-area.js';
import { loadMessages } from '../../../../lib/language/page-language.js';
import { answer, FakeApi, failure } from '../../../../testing/fake-api.js';
import { config, gateModeView, statuses } from '../../../../testing/fixtures.js';
import { renderApp } from '../../../../testing/render-app.js';

const { read, sendTestCode, change } = routes.gateMode;
const codeId = '3f0c7d0e-1c55-4a52-8a36-2a6a4d1c7a10';
let api: FakeApi;

const open = () => renderApp(<AdminArea />, '/upload/access');
const option = (name: string) => screen.findByRole('radio', { name });
const button = (name: string) => screen.getByRole('button', { name });
const dialog = () => within(screen.getByRole('dialog'));
const sent = () => api.calls(change).map(({ body }) => body);

/** Chooses a mode and opens the dialog. */
async function choose(mode: string) {
  const { user } = open();
  await user.click(await option(mode));
  await user.click(button('Change the gate'));
  return user;
}
const apply = async (user: Awaited<ReturnType<typeof choose>>) =>
  user.click(dialog().getByRole('button', { name: 'Change the gate' }));
const invalid = (name: string, text: string) =>
  waitFor(() =>
    expect(dialog().getByLabelText(name)).toHaveAccessibleDescription(expect.stringContaining(text)),
  );

/** Chooses a mode that needs mail, and enters a test code and the password. */
async function chooseWithCode(mode: string) {
  const user = await choose(mode);
  await user.type(dialog().getByLabelText('Your email address'), 'ada@kino.example');
  await user.click(dialog().getByRole('button', { name: 'Send test code' }));
  await user.type(await dialog().findByLabelText('Test code'), '123 456');
  await user.type(dialog().getByLabelText('Upload password'), 'right');
  return user;
}

beforeEach(() => {
  api = new FakeApi()
    .install()
    .on(routes.auth.status, statuses.uploader)
    .on(routes.portal.config, config)
    .on(read, gateModeView)
    .on(sendTestCode, { codeId, expiresInSeconds: 600, resendInSeconds: 60 })
    .on(change, ({ body }) => answer(change, { ...gateModeView, ...(body as GateModeView), version: 3 }));
});

describe('the gate', () => {
  it('shows the present mode, and the proof only for invitations', async () => {
    const { user } = open();
    expect(await option('Open')).toBeChecked();
    expect(await option('Open')).toHaveAccessibleDescription(/^Everybody who accepts the terms/);
    expect(button('Change the gate')).toBeDisabled();
    expect(screen.queryByRole('radio', { name: 'A link alone is enough' })).toBeNull();
    await user.click(await option('Invited'));
    expect(await option('New browsers need a code')).toBeChecked();
    expect(screen.getByText('Your choice is not applied yet.')).toBeVisible();
    expect(document.title).toBe('Access · Secure Preview');
  });

  it('is changed with a test code and the upload password', async () => {
    const user = await choose('Invited');
    await user.click(dialog().getByRole('radio', { name: 'Must prove their address now' }));
    await user.type(dialog().getByLabelText('Your email address'), 'ada@kino.example{Enter}');
    expect(await dialog().findByText(/^Sent to ada@kino.example. The code is valid for 10/)).toBeVisible();
    expect(dialog().getByRole('button', { name: /^Another code in \d+ s$/ })).toBeDisabled();
    expect(dialog().getByText(/portal doctor/)).not.toBeVisible();
    await user.type(dialog().getByLabelText('Test code'), '123 456');
    await user.type(dialog().getByLabelText('Upload password'), 'right');
    await apply(user);
    expect(await screen.findByText('The gate is “Invited” now')).toBeVisible();
    expect(sent()).toEqual([
      {
        version: 2,
        gateMode: 'invited',
        gateAppliesTo: 'everybody',
        invitationProof: 'code',
        password: 'right',
        testCode: { email: 'ada@kino.example', codeId, code: '123 456' },
      },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await option('Invited')).toBeChecked();
    expect(screen.getByText('This is the gate as visitors find it.')).toBeVisible();
    expect(button('Change the gate')).toHaveFocus();
  });

  it('is opened with the password alone', async () => {
    api.on(read, { ...gateModeView, gateMode: 'verified' });
    const user = await choose('Open');
    expect(dialog().queryByLabelText('Your email address')).toBeNull();
    expect(dialog().queryByRole('radio')).toBeNull();
    await user.type(dialog().getByLabelText('Upload password'), 'right{Enter}');
    await screen.findByText('Gate Changed');
    expect(sent()).toMatchObject([{ gateMode: 'open', gateAppliesTo: 'newVisitors' }]);
  });

  it('requires proof of visitors who have entered later, without another test code', async () => {
    api.on(read, { ...gateModeView, gateMode: 'verified' });
    const { user } = open();
    await option('Open');
    await user.click(button('Change the gate'));
    await user.click(dialog().getByRole('radio', { name: 'Must prove their address now' }));
    await user.type(dialog().getByLabelText('Upload password'), 'right{Enter}');
    await screen.findByText('Gate Changed');
    expect(sent()).toEqual([expect.not.objectContaining({ testCode: expect.anything() })]);
  });

  it('requires the test code and the password before anything is sent', async () => {
    const user = await choose('Verified');
    await apply(user);
    await invalid('Test code', 'Send a test code first');
    await invalid('Upload password', 'Password is required');
    await user.click(dialog().getByRole('button', { name: 'Send test code' }));
    await invalid('Your email address', 'Please enter a valid email address');
    expect(sent()).toEqual([]);
    expect(api.calls(sendTestCode)).toEqual([]);
  });

  it('removes the error about a missing test code once one was sent', async () => {
    const user = await choose('Verified');
    await apply(user);
    await invalid('Test code', 'Send a test code first');
    await user.type(dialog().getByLabelText('Your email address'), 'ada@kino.example{Enter}');
    await dialog().findByText(/^Sent to ada@kino.example/);
    expect(dialog().queryByText(/^Send a test code first/)).toBeNull();
    await user.type(dialog().getByLabelText('Test code'), '123456');
    expect(dialog().getByLabelText('Test code')).toHaveValue('123456');
  });

  it.each([
    ['CODE_WRONG', { triesLeft: 1 }, 'Test code', 'This code is not correct. 1 try is left.'],
    ['CODE_EXPIRED', {}, 'Test code', 'This code is no longer valid. Please request a new one'],
    ['INVALID_PASSWORD', {}, 'Upload password', 'Invalid password'],
    ['TOO_MANY_ATTEMPTS', {}, 'Upload password', 'Too many attempts. Please try again later'],
  ] as const)('shows %s at its field', async (code, params, label, text) => {
    api.on(change, () => failure(code, params));
    const user = await chooseWithCode('Verified');
    await apply(user);
    await invalid(label, text);
    expect(screen.getByRole('dialog')).toBeVisible();
    if (label === 'Upload password') expect(dialog().getByLabelText(label)).toHaveFocus();
  });

  it('asks for a test code when the server requires one', async () => {
    api.on(read, { ...gateModeView, gateMode: 'invited' }).on(change, () => failure('TEST_CODE_REQUIRED'));
    const { user } = open();
    await user.click(await option('A link alone is enough'));
    await user.click(button('Change the gate'));
    await user.type(dialog().getByLabelText('Upload password'), 'right{Enter}');
    expect(await dialog().findByLabelText('Your email address')).toBeVisible();
  });

  it('sends the test code in the language of the page', async () => {
    const german = await loadMessages('de');
    await german.adminTexts?.load();
    const { user } = renderApp(<AdminArea />, '/upload/access', german);
    await user.click(await option('Bestätigt'));
    await user.click(button('Eingang ändern'));
    await user.type(dialog().getByLabelText('Ihre E-Mail-Adresse'), 'ada@kino.example{Enter}');
    await waitFor(() => expect(api.calls(sendTestCode)).toHaveLength(1));
    expect(api.calls(sendTestCode)[0]?.body).toEqual({ email: 'ada@kino.example', language: 'de' });
  });

  it('says why no test code was sent', async () => {
    api.on(sendTestCode, () => failure('TOO_MANY_CODES'));
    const user = await choose('Verified');
    await user.type(dialog().getByLabelText('Your email address'), 'ada@kino.example{Enter}');
    await invalid('Your email address', 'Too many codes were sent to this address today');
  });

  it('is loaded again after another administrator changed it', async () => {
    api.on(change, () => failure('SETTINGS_CHANGED'));
    const user = await chooseWithCode('Verified');
    await apply(user);
    await dialog().findByText(/^Another administrator has changed the settings/);
    api.on(read, { ...gateModeView, version: 7, gateMode: 'invited' });
    await user.click(dialog().getByRole('button', { name: 'Load again' }));
    await waitFor(() => expect(api.calls(read)).toHaveLength(2));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await option('Verified')).toBeChecked();
  });

  it('cannot be changed if the operator locked it', async () => {
    api.on(read, { ...gateModeView, locked: true });
    open();
    expect(await option('Invited')).toBeDisabled();
    expect(screen.getByText(/^Set by the operator/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change the gate' })).toBeNull();
  });

  it('reports that it could not be loaded, and retries on request', async () => {
    api.on(read, () => failure('SERVICE_UNAVAILABLE'));
    const { user } = open();
    expect(await screen.findByText('The gate could not be loaded.')).toBeVisible();
    api.on(read, gateModeView);
    const panel = screen.getByText('The gate could not be loaded.').closest('section') as HTMLElement;
    await user.click(within(panel).getByRole('button', { name: 'Try again' }));
    expect(await option('Open')).toBeChecked();
  });
});
