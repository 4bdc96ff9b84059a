import { jest } from '@jest/globals';
import { routes } from '@secure-preview/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { answer, FakeApi, failure } from '../../../testing/fake-api.js';
import { leakCaseOf } from '../../../testing/leak-fixtures.js';
import { renderApp } from '../../../testing/render-app.js';
import type { createUploadDialog } from '../lib/upload-dialog.js';
import { isWorkInProgress } from '../lib/uploads-in-progress.js';

type DialogOptions = Parameters<typeof createUploadDialog>[0];
/** Options that the section passed to the upload dialog; tests simulate the upload through it. */
let dialog: DialogOptions | undefined;
const opened = jest.fn();
jest.unstable_mockModule('../lib/upload-dialog.js', () => ({
  createUploadDialog: (options: DialogOptions) => {
    dialog = options;
    return { open: opened, destroy: () => undefined };
  },
}));
const { ClipSection } = await import('./clip-section.js');

const { leaks, uploads } = routes;
const stored = 'http://storage.test/bucket/uploads/abc';
const file = { name: 'found on a forum.mp4', picture: undefined };
const onCreated = jest.fn();
const created = leakCaseOf(null, { status: 'queued', finishedAt: null });
let api: FakeApi;

beforeEach(() => {
  dialog = undefined;
  jest.clearAllMocks();
  api = new FakeApi().install().on(leaks.create, () => answer(leaks.create, created));
});

async function upload() {
  const { user } = renderApp(<ClipSection onCreated={onCreated} />, '/upload/leaks');
  await user.click(screen.getByRole('button', { name: 'Select & Upload Clip' }));
  await waitFor(() => expect(dialog).toBeDefined());
  return { user, options: dialog as DialogOptions };
}

it('starts the examination of a clip that was uploaded', async () => {
  api.on(uploads.clip, { uploadURL: stored });
  const { options } = await upload();
  expect(options.kind).toBe('clip');
  expect(await options.requestAddress({ type: 'video/mp4', size: 5 })).toBe(stored);
  act(() => options.onUploaded(stored, file));
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith(created.id));
  expect(api.calls(leaks.create).map(({ body }) => body)).toEqual([
    { clipURL: stored, fileName: 'found on a forum.mp4' },
  ]);
  expect(isWorkInProgress()).toBe(false);
});

it.each([
  ['', 'Clip'],
  [' \u0000 ', 'Clip'],
  [`${'x'.repeat(199)}😀.mp4`, 'x'.repeat(199)],
])('keeps the name %j as one that can be stored', async (name, fileName) => {
  const { options } = await upload();
  act(() => options.onUploaded(stored, { ...file, name }));
  await waitFor(() => expect(onCreated).toHaveBeenCalled());
  expect(api.calls(leaks.create)[0]?.body.fileName).toBe(fileName);
});

it('opens the dialog with a file that is dropped on the page', async () => {
  renderApp(<ClipSection onCreated={onCreated} />, '/upload/leaks');
  const clip = new File(['x'], 'clip.mp4', { type: 'video/mp4' });
  const dataTransfer = { types: ['Files'], files: [clip] };
  fireEvent.drop(screen.getByText('Drop a clip here, or choose one.'), { dataTransfer });
  await waitFor(() => expect(opened).toHaveBeenCalledWith([clip]));
});

it('ignores a text that is dropped on the page', async () => {
  renderApp(<ClipSection onCreated={onCreated} />, '/upload/leaks');
  const area = screen.getByText('Drop a clip here, or choose one.');
  // Returns true if the browser keeps its own behaviour.
  expect(fireEvent.drop(area, { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true);
  expect(opened).not.toHaveBeenCalled();
});

it('shows the progress of the upload', async () => {
  const { options } = await upload();
  act(() => options.onProgress(30));
  expect(screen.getByText('Uploading, 30 %')).toBeVisible();
  expect(isWorkInProgress('clip')).toBe(true);
  act(() => options.onProgress(null));
  expect(isWorkInProgress('clip')).toBe(false);
});

it('keeps a clip whose examination could not be started, and starts it on request', async () => {
  api.on(leaks.create, () => failure('SERVICE_UNAVAILABLE'));
  const { user, options } = await upload();
  act(() => options.onUploaded(stored, file));
  const again = await screen.findByRole('button', { name: 'Start the examination' });
  expect(isWorkInProgress('clip')).toBe(true);
  api.on(leaks.create, () => answer(leaks.create, created));
  await user.click(again);
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith(created.id));
  expect(isWorkInProgress('clip')).toBe(false);
});

it('says why a clip is rejected for good', async () => {
  api.on(leaks.create, () => failure('TOO_MANY_LEAK_CASES', { max: 200 }));
  const { options } = await upload();
  act(() => options.onUploaded(stored, file));
  expect(await screen.findByText('This clip was rejected')).toBeVisible();
  expect(screen.getAllByText(/At most 200 found copies are kept/)[0]).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Start the examination' })).toBeNull();
  expect(isWorkInProgress('clip')).toBe(false);
});
