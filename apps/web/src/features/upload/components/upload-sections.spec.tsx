import { jest } from '@jest/globals';
import { routes } from '@secure-preview/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { answer, FakeApi, failure } from '../../../testing/fake-api.js';
import { activeTrailer, trailer, trailerId } from '../../../testing/fixtures.js';
import { renderApp } from '../../../testing/render-app.js';
import type { createUploadDialog } from '../lib/upload-dialog.js';

type DialogOptions = Parameters<typeof createUploadDialog>[0];
/** What the section asked the upload dialog for; tests play the upload through it. */
let dialog: DialogOptions | undefined;
jest.unstable_mockModule('../lib/upload-dialog.js', () => ({
  createUploadDialog: (options: DialogOptions) => {
    dialog = options;
    return { open: () => undefined, destroy: () => undefined };
  },
}));
const { VideoSection } = await import('./video-section.js');
const { PosterSection } = await import('./poster-section.js');

const { trailers } = routes;
const stored = 'http://storage.test/bucket/uploads/abc';
const done = jest.fn();
let api: FakeApi;

beforeEach(() => {
  dialog = undefined;
  done.mockClear();
  api = new FakeApi()
    .install()
    .on(trailers.active, activeTrailer)
    .on(trailers.create, () => answer(trailers.create, trailer))
    .on(trailers.setPoster, trailer);
});

async function uploadOf(button: string): Promise<DialogOptions> {
  await waitFor(() => expect(dialog).toBeDefined());
  if (!dialog) throw new Error(`${button} opened no dialog`);
  return dialog;
}

describe('uploading a trailer', () => {
  async function upload(title = 'Episode Two') {
    const { user } = renderApp(<VideoSection onSaved={done} />);
    await user.type(screen.getByLabelText('Trailer Title'), title);
    await user.click(screen.getByRole('button', { name: 'Select & Upload Video' }));
    return { user, options: await uploadOf('Select & Upload Video') };
  }

  it('creates it with the waiting poster, which then waits no more', async () => {
    localStorage.setItem('pendingPosterURL', 'http://storage.test/bucket/uploads/poster');
    const { options } = await upload();
    act(() => options.onUploaded(stored));
    expect(await screen.findByText('Trailer uploaded successfully. Redirecting to preview...')).toBeVisible();
    expect(api.calls(trailers.create)[0]?.body).toEqual({
      title: 'Episode Two',
      videoURL: stored,
      posterURL: 'http://storage.test/bucket/uploads/poster',
    });
    expect(localStorage.getItem('pendingPosterURL')).toBeNull();
    expect(screen.getByLabelText('Trailer Title')).toHaveValue('');
    expect(done).toHaveBeenCalledTimes(1);
  });

  it('tells the warning of a refused poster', async () => {
    api.on(trailers.create, () =>
      answer(trailers.create, { ...trailer, warning: 'Poster must be 16:9, this one is 9×9' }),
    );
    const { options } = await upload();
    act(() => options.onUploaded(stored));
    expect(await screen.findByText(/Poster must be 16:9/)).toBeVisible();
  });

  it('keeps the uploaded video when saving fails, and saves it again on request', async () => {
    api.on(trailers.create, () => failure('NOT_A_VIDEO'));
    const { user, options } = await upload();
    act(() => options.onUploaded(stored));
    expect(await screen.findByText('Upload Failed')).toBeVisible();
    expect(screen.getByText('The uploaded file is not a video this portal can read')).toBeVisible();
    expect(done).not.toHaveBeenCalled();
    api.on(trailers.create, () => answer(trailers.create, trailer));
    await user.click(screen.getByRole('button', { name: 'Save the trailer again' }));
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect(screen.getByLabelText('Trailer Title')).toHaveValue('');
  });

  it('asks for a title that was emptied during the upload', async () => {
    const { user, options } = await upload();
    await user.clear(screen.getByLabelText('Trailer Title'));
    act(() => options.onUploaded(stored));
    expect(await screen.findByText('Missing Title')).toBeVisible();
    expect(api.calls(trailers.create)).toHaveLength(0);
  });

  it('says so when the upload names no address', async () => {
    const { options } = await upload();
    act(() => options.onUploaded(undefined));
    expect(await screen.findByText('Upload Error')).toBeVisible();
    expect(screen.getByText('Failed to get video URL from upload')).toBeVisible();
  });

  it('shows progress and guards the page while the file is on its way', async () => {
    const { options } = await upload();
    act(() => options.onProgress(41.6));
    expect(screen.getByText('Uploading, 42 %')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Show upload' })).toBeVisible();
    act(() => options.onProgress(null));
    expect(screen.queryByText('Uploading, 42 %')).toBeNull();
  });
});

describe('uploading a poster', () => {
  async function upload() {
    const { user } = renderApp(<PosterSection onApplied={done} />);
    await user.click(screen.getByRole('button', { name: 'Select & Upload Poster' }));
    return uploadOf('Select & Upload Poster');
  }

  it('applies it to the active trailer at once', async () => {
    const options = await upload();
    act(() => options.onUploaded(stored));
    expect(await screen.findByText('Applying Poster')).toBeVisible();
    expect(api.calls(trailers.setPoster)[0]).toMatchObject({
      params: { trailerId },
      body: { posterURL: stored },
    });
    expect(done).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem('pendingPosterURL')).toBeNull();
  });

  it.each([
    ['there is no active trailer', () => failure('NO_ACTIVE_TRAILER')],
    ['it cannot be looked up', () => failure('SERVICE_UNAVAILABLE')],
  ])('keeps it for the next trailer when %s, without its signature', async (_, response) => {
    api.on(trailers.active, response);
    const options = await upload();
    act(() => options.onUploaded(`${stored}?X-Amz-Signature=secret`));
    expect(await screen.findByText('Poster Uploaded')).toBeVisible();
    expect(screen.getByText('Poster will be applied to the next trailer you upload')).toBeVisible();
    expect(localStorage.getItem('pendingPosterURL')).toBe(stored);
    expect(done).not.toHaveBeenCalled();
  });

  it('tells why a poster was refused', async () => {
    api.on(trailers.setPoster, () => failure('POSTER_WRONG_SHAPE', { width: 1000, height: 1000 }));
    const options = await upload();
    act(() => options.onUploaded(stored));
    expect(await screen.findByText('Poster Upload Failed')).toBeVisible();
    expect(screen.getByText('Poster must be 16:9, this one is 1000×1000')).toBeVisible();
  });
});
