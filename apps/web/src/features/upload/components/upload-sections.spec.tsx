import { jest } from '@jest/globals';
import { routes } from '@secure-preview/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { useRedirectHome } from '../../../app/use-redirect-home.js';
import { dismissToast, toastStore } from '../../../components/ui/toast/toast-store.js';
import { REDIRECT_DELAY_MS } from '../../../lib/constants.js';
import type { Success } from '../../../lib/redirect-toast.js';
import { answer, FakeApi, failure } from '../../../testing/fake-api.js';
import { activeTrailer, listedTrailerOf, trailer, trailerId } from '../../../testing/fixtures.js';
import { renderApp } from '../../../testing/render-app.js';
import { pendingPoster } from '../lib/pending-poster.js';
import type { createUploadDialog } from '../lib/upload-dialog.js';
import { isWorkInProgress, markWork } from '../lib/uploads-in-progress.js';

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
const { VideoSection } = await import('./video-section.js');
const { PosterSection } = await import('./poster-section.js');

const { trailers } = routes;
const stored = 'http://storage.test/bucket/uploads/abc';
const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
const file = { name: 'key art.png', picture };
const done = jest.fn();
/** Returns the page's success handler, which also records the call. */
function useDone() {
  const redirectHome = useRedirectHome();
  return (success: Success) => {
    done();
    redirectHome(success);
  };
}
const Video = () => <VideoSection onSaved={useDone()} />;
const Poster = () => <PosterSection unlocked onApplied={useDone()} />;
let api: FakeApi;

beforeEach(() => {
  dialog = undefined;
  done.mockClear();
  opened.mockClear();
  api = new FakeApi()
    .install()
    .on(trailers.active, activeTrailer)
    .on(trailers.list, [])
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
    const { user } = renderApp(<Video />, '/upload');
    await user.type(screen.getByLabelText('Trailer Title'), title);
    await user.click(screen.getByRole('button', { name: 'Select & Upload Video' }));
    return { user, options: await uploadOf('Select & Upload Video') };
  }

  it('creates the trailer with the waiting poster, which is then cleared', async () => {
    localStorage.setItem('pendingPosterURL', 'http://storage.test/bucket/uploads/poster');
    const { options } = await upload();
    act(() => options.onUploaded(stored, file));
    expect(await screen.findByText('Trailer uploaded successfully. Redirecting to preview...')).toBeVisible();
    expect(api.calls(trailers.create)[0]?.body).toEqual({
      title: 'Episode Two',
      videoURL: stored,
      posterURL: 'http://storage.test/bucket/uploads/poster',
    });
    expect(localStorage.getItem('pendingPosterURL')).toBeNull();
    expect(screen.getByLabelText('Trailer Title')).toHaveValue('');
    expect(done).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(location.pathname).toBe('/'), { timeout: 3000 });
  });

  it('stays on the page during another upload, and shows the reason', async () => {
    const { options } = await upload();
    act(() => markWork('poster', true));
    act(() => options.onUploaded(stored, file));
    expect(await screen.findByText(/This page stays until the other upload is done/)).toBeVisible();
    await new Promise((resolve) => setTimeout(resolve, REDIRECT_DELAY_MS + 200));
    expect(location.pathname).toBe('/upload');
    act(() => markWork('poster', false));
  });

  it('shows the warning about a rejected poster separately, after the success', async () => {
    api.on(trailers.create, () =>
      answer(trailers.create, { ...trailer, warning: 'Poster must be 16:9, this one is 9×9' }),
    );
    const { options } = await upload();
    act(() => options.onUploaded(stored, file));
    expect(await screen.findByText('Trailer uploaded successfully. Redirecting to preview...')).toBeVisible();
    expect(screen.queryByText(/Poster must be 16:9/)).toBeNull();
    act(() => dismissToast(toastStore.read()[0]?.id ?? ''));
    expect(await screen.findByText('Warning')).toBeVisible();
    expect(screen.getByText('Poster must be 16:9, this one is 9×9')).toBeVisible();
    expect(screen.queryByText('Success')).toBeNull();
  });

  it('keeps the uploaded video when saving fails temporarily, and saves it again on request', async () => {
    api.on(trailers.create, () => failure('SERVICE_UNAVAILABLE'));
    const { user, options } = await upload();
    act(() => options.onUploaded(stored, file));
    expect(await screen.findByText('Upload Failed')).toBeVisible();
    expect(done).not.toHaveBeenCalled();
    expect(isWorkInProgress()).toBe(true);
    expect(screen.queryByRole('button', { name: 'Choose another file' })).toBeNull();
    api.on(trailers.create, () => answer(trailers.create, trailer));
    await user.click(screen.getByRole('button', { name: 'Save the trailer again' }));
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect(screen.getByLabelText('Trailer Title')).toHaveValue('');
  });

  it('shows the reason of a permanent rejection and offers another file instead of a retry', async () => {
    api.on(trailers.create, () => failure('NOT_A_VIDEO'));
    const { user, options } = await upload();
    act(() => options.onUploaded(stored, file));
    const reason = 'The uploaded file is not a video this portal can read';
    await waitFor(() =>
      expect(screen.getByText('This video was rejected').parentElement).toHaveTextContent(reason),
    );
    expect(screen.queryByRole('button', { name: 'Save the trailer again' })).toBeNull();
    expect(isWorkInProgress()).toBe(false);
    expect(screen.getByLabelText('Trailer Title')).toHaveValue('Episode Two');
    await user.click(screen.getByRole('button', { name: 'Choose another file' }));
    expect(opened).toHaveBeenCalledTimes(2);

    api.on(trailers.create, () => answer(trailers.create, trailer));
    act(() => options.onUploaded(stored, file));
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect(screen.queryByText('This video was rejected')).toBeNull();
  });

  it('offers to save again after an invalid title', async () => {
    api.on(trailers.create, () => failure('VALIDATION_FAILED'));
    const { options } = await upload();
    act(() => options.onUploaded(stored, file));
    expect(await screen.findByRole('button', { name: 'Save the trailer again' })).toBeVisible();
  });

  it('shows why a file could not be sent until it is sent again or removed', async () => {
    const { options } = await upload();
    act(() => options.onFailed('The storage is full'));
    expect(screen.getAllByRole('status')[0]).toHaveTextContent('The storage is full');
    expect(screen.getByRole('button', { name: 'Show upload' })).toBeVisible();
    act(() => options.onProgress(null));
    expect(screen.queryByRole('button', { name: 'Show upload' })).toBeNull();
  });

  it('requires a title when it was cleared during the upload', async () => {
    const { user, options } = await upload();
    await user.clear(screen.getByLabelText('Trailer Title'));
    act(() => options.onUploaded(stored, file));
    expect(await screen.findByText('Missing Title')).toBeVisible();
    expect(api.calls(trailers.create)).toHaveLength(0);
  });

  it('reports an upload without a URL', async () => {
    const { options } = await upload();
    act(() => options.onUploaded(undefined, file));
    expect(await screen.findByText('Upload Error')).toBeVisible();
    expect(screen.getByText('Failed to get video URL from upload')).toBeVisible();
  });

  it('shows the progress during an upload', async () => {
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
    const { user } = renderApp(<Poster />, '/upload');
    await user.click(screen.getByRole('button', { name: 'Select & Upload Poster' }));
    return uploadOf('Select & Upload Poster');
  }

  it('applies the poster to the active trailer at once', async () => {
    const options = await upload();
    act(() => options.onUploaded(stored, file));
    expect(await screen.findByText('Applying Poster')).toBeVisible();
    expect(api.calls(trailers.setPoster)[0]).toMatchObject({
      params: { trailerId },
      body: { posterURL: stored },
    });
    expect(done).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(location.pathname).toBe('/'), { timeout: 3000 });
    expect(localStorage.getItem('pendingPosterURL')).toBeNull();
  });

  it.each([
    ['there is no active trailer', () => failure('NO_ACTIVE_TRAILER')],
    ['the active trailer cannot be looked up', () => failure('SERVICE_UNAVAILABLE')],
  ])('keeps the unsigned URL of the poster for the next trailer when %s', async (_, response) => {
    api.on(trailers.active, response);
    const options = await upload();
    act(() => options.onUploaded(`${stored}?X-Amz-Signature=secret`, file));
    expect(await screen.findByText('Poster Uploaded')).toBeVisible();
    expect(screen.getByText('Poster will be applied to the next trailer you upload')).toBeVisible();
    expect(localStorage.getItem('pendingPosterURL')).toBe(stored);
    expect(screen.getByText('A poster is waiting for the next trailer you upload.')).toBeVisible();
    expect(screen.getByRole('img', { name: 'The waiting poster' })).toHaveAttribute('src', picture);
    expect(screen.getByText('key art.png')).toBeVisible();
    act(() => pendingPoster.clear());
    expect(screen.queryByText('A poster is waiting for the next trailer you upload.')).toBeNull();
    expect(done).not.toHaveBeenCalled();
  });

  it('shows why a poster was rejected', async () => {
    api.on(trailers.setPoster, () => failure('POSTER_WRONG_SHAPE', { width: 1000, height: 1000 }));
    const options = await upload();
    act(() => options.onUploaded(stored, file));
    expect(await screen.findByText('Poster Upload Failed')).toBeVisible();
    expect(screen.getByText('Poster must be 16:9, this one is 1000×1000')).toBeVisible();
  });

  it('shows the waiting poster after a reload, and removes it on request', async () => {
    api.on(trailers.active, () => failure('NO_ACTIVE_TRAILER'));
    pendingPoster.save(stored, file);
    const { user } = renderApp(<Poster />, '/upload');
    expect(screen.getByRole('img', { name: 'The waiting poster' })).toHaveAttribute('src', picture);
    await user.click(screen.getByRole('button', { name: 'Remove the waiting poster' }));
    expect(screen.queryByText('A poster is waiting for the next trailer you upload.')).toBeNull();
    expect(localStorage.getItem('pendingPosterURL')).toBeNull();
    expect(screen.getByRole('button', { name: 'Select & Upload Poster' })).toHaveFocus();
  });

  it('hides the picture of a waiting poster whose URL was replaced', () => {
    pendingPoster.save(stored, file);
    localStorage.setItem('pendingPosterURL', `${stored}-other`);
    renderApp(<Poster />, '/upload');
    expect(screen.getByText('A poster is waiting for the next trailer you upload.')).toBeVisible();
    expect(screen.queryByText('key art.png')).toBeNull();
  });

  it('shows the poster that viewers see', async () => {
    const old = listedTrailerOf({ title: 'Old', posterURL: '/api/media/posters/p0' });
    const shown = listedTrailerOf({ title: 'Episode One', active: true, posterURL: '/api/media/posters/p1' });
    api.on(trailers.list, [old, shown]);
    renderApp(<Poster />, '/upload');
    const poster = await screen.findByRole('img', { name: 'The poster of Episode One' });
    expect(poster).toHaveAttribute('src', '/api/media/posters/p1');
  });
});
