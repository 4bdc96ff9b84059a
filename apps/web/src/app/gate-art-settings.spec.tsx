import { jest } from '@jest/globals';
import { routes, type SettingsView } from '@secure-preview/contracts';
import { act, screen, within } from '@testing-library/react';
import type { createUploadDialog } from '../features/upload/lib/upload-dialog.js';
import { answer, FakeApi, failure } from '../testing/fake-api.js';
import { config, historyPage, settings, statuses } from '../testing/fixtures.js';
import { renderApp } from '../testing/render-app.js';

type DialogOptions = Parameters<typeof createUploadDialog>[0];
/** Options of the upload dialogs by kind; tests simulate the upload through them. */
const dialogs = new Map<string, DialogOptions>();
jest.unstable_mockModule('../features/upload/lib/upload-dialog.js', () => ({
  createUploadDialog: (options: DialogOptions) => {
    dialogs.set(options.kind, options);
    return { open: () => undefined, destroy: () => undefined };
  },
}));
const { default: AdminArea } = await import('./admin-area.js');

const { read, change, history } = routes.settings;
const [logoId, keyArtId] = ['7c4bdf6e-3a3c-4f5e-9c1b-4a0a4a5f1c11', '8d5ce07f-4b4d-4a6f-8d2c-5b1b5b6a2d22'];
const pathOf = (id: string) => `/api/gate/images/${id}`;
const stored = 'http://storage.test/bucket/abc';
const file = { name: 'key art.png', picture: undefined };
let api: FakeApi;
let view: SettingsView;

beforeEach(() => {
  // The test environment takes seconds to look through hundreds of options.
  jest.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/Berlin']);
  dialogs.clear();
  view = { ...settings, values: { ...settings.values, gateArt: true, logoId } };
  view.overridden = [...view.overridden, 'gateArt', 'logoId'];
  const changes = [
    { name: 'gateArt', from: 'true', to: null },
    { name: 'logoId', from: logoId, to: '' },
  ];
  const entry = { version: 1, at: '2026-11-25T12:00:00.000Z', byName: 'Ada', changes };
  api = new FakeApi()
    .install()
    .on(routes.auth.status, statuses.uploader)
    .on(routes.portal.config, config)
    .on(read, () => answer(read, view))
    .on(history, historyPage([entry]))
    .on(change, () => answer(change, view));
});
afterEach(() => jest.restoreAllMocks());

const open = () => renderApp(<AdminArea />, '/upload/settings');
const field = (name: string) => screen.findByRole('group', { name });
const pictureIn = (group: HTMLElement) => within(group).queryByRole('img');
const onOff = () => screen.getByRole('checkbox', { name: 'Show logo and key art' });
const save = () => screen.getByRole('button', { name: 'Save' });

async function uploaded(kind: string): Promise<void> {
  const options = dialogs.get(kind);
  if (!options) throw new Error(`no dialog for ${kind}`);
  await act(async () => options.onUploaded(stored, file));
}

it('puts an uploaded image into the form, and saves it with the other changes', async () => {
  api.on(routes.gateImages.finishUpload, { id: keyArtId, kind: 'keyArt', width: 1920, height: 1080 });
  const { user } = open();
  const keyArt = await field('Key art');
  expect(within(keyArt).getByText('No image yet')).toBeVisible();
  expect(pictureIn(await field('Logo'))).toHaveAttribute('src', pathOf(logoId));
  await user.click(within(keyArt).getByRole('button', { name: 'Upload Key Art' }));
  await uploaded('keyArt');
  expect(api.calls(routes.gateImages.finishUpload)[0]?.body).toEqual({ kind: 'keyArt', imageURL: stored });
  expect(pictureIn(keyArt)).toHaveAttribute('src', pathOf(keyArtId));
  await user.click(onOff());
  await user.click(save());
  expect(api.calls(change)[0]?.body).toEqual({ version: 2, set: { keyArtId, gateArt: false }, reset: [] });
});

it('shows why an image was rejected, and keeps the earlier one', async () => {
  api.on(routes.gateImages.finishUpload, () => failure('KEY_ART_WRONG_SHAPE', { width: 9, height: 9 }));
  const { user } = open();
  const logo = await field('Logo');
  await user.click(within(logo).getByRole('button', { name: 'Upload Logo' }));
  await uploaded('logo');
  expect(await screen.findByText('Image Upload Failed')).toBeVisible();
  expect(screen.getByText('Key art must be 16:9, this one is 9×9')).toBeVisible();
  expect(pictureIn(logo)).toHaveAttribute('src', pathOf(logoId));
});

it('removes an image, and moves the focus to its field', async () => {
  const { user } = open();
  const logo = await field('Logo');
  await user.click(within(logo).getByRole('button', { name: 'Remove: Logo' }));
  expect(logo).toHaveFocus();
  expect(pictureIn(logo)).toBeNull();
  await user.click(save());
  expect(api.calls(change)[0]?.body).toEqual({ version: 2, set: { logoId: null }, reset: [] });
});

it('shows an error of the server at the image', async () => {
  const message = 'This image does not exist. Please upload it again';
  const body = {
    message,
    code: 'VALIDATION_FAILED',
    params: {},
    statusCode: 400,
    requestId: 'test',
    errors: { logoId: message },
    fieldCodes: { logoId: { code: 'GATE_IMAGE_UNKNOWN', params: {} } },
  };
  api.on(change, () => new Response(JSON.stringify(body), { status: 400 }));
  const { user } = open();
  const logo = await field('Logo');
  await user.click(onOff());
  await user.click(save());
  expect(await within(logo).findByText(message)).toBeVisible();
  expect(logo).toHaveFocus();
  await user.click(within(logo).getByRole('button', { name: 'Remove: Logo' }));
  expect(within(logo).queryByText(message)).toBeNull();
});

it('lists changes in words, and restores an earlier image', async () => {
  view = { ...view, values: { ...view.values, gateArt: false, logoId: null } };
  const { user } = open();
  const list = await screen.findByRole('list', { name: 'Changes of the settings' });
  expect(list).toHaveTextContent('Show logo and key arton→changed todefault');
  expect(list).toHaveTextContent('Logoimage 7c4bdf6e→changed tonone');
  await user.click(within(list).getByRole('button', { name: 'Restore Logo: image 7c4bdf6e' }));
  expect(pictureIn(await field('Logo'))).toHaveAttribute('src', pathOf(logoId));
  await user.click(within(list).getByRole('button', { name: 'Restore Show logo and key art: on' }));
  expect(onOff()).toBeChecked();
});

it('disables locked settings, with the reason', async () => {
  view = { ...view, locked: ['gateArt', 'logoId'] };
  open();
  const logo = await field('Logo');
  expect(onOff()).toBeDisabled();
  expect(within(logo).queryByRole('button')).toBeNull();
  expect(within(logo).getByText('Set by the operator')).toBeVisible();
  expect(within(await field('Key art')).getByRole('button', { name: 'Upload Key Art' })).toBeEnabled();
});
