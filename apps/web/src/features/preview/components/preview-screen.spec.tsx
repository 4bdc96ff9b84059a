import { jest } from '@jest/globals';
import { routes } from '@secure-preview/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { HomePage } from '../../../app/home-page.js';
import { rememberedGateFields } from '../../../lib/memory/gate-fields.js';
import { playbackPosition } from '../../../lib/memory/playback-positions.js';
import { uploadDrafts } from '../../../lib/memory/upload-drafts.js';
import { answer, FakeApi, failure } from '../../../testing/fake-api.js';
import { activeTrailer, config, previewTexts, statuses } from '../../../testing/fixtures.js';
import { renderApp } from '../../../testing/render-app.js';

let api: FakeApi;
let consoleError: jest.SpiedFunction<Console['error']>;
const open = () =>
  renderApp(
    <StrictMode>
      <HomePage />
    </StrictMode>,
  );

beforeEach(() => {
  consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const method of ['load', 'pause'] as const) {
    jest.spyOn(HTMLMediaElement.prototype, method).mockImplementation(() => undefined);
  }
  api = new FakeApi()
    .install()
    .on(routes.auth.status, statuses.viewer)
    .on(routes.portal.config, config)
    .on(routes.portal.previewTexts, previewTexts)
    .on(routes.viewing.accessLog, { ok: true })
    .on(routes.trailers.active, activeTrailer);
});
afterEach(() => jest.restoreAllMocks());

describe('the trailer screen', () => {
  it('shows header, concept line, description and footer', async () => {
    open();
    expect(await screen.findByText('CONCEPT TRAILER of a live action TV series, coming soon!')).toBeVisible();
    expect(screen.getByText('Protected')).toBeVisible();
    expect(screen.getByText('Confidential Content')).toBeVisible();
    expect(await screen.findByText(/second & last/)).toHaveClass('text-center');
    expect(screen.getByText('Confidential Preview Portal')).toBeVisible();
    expect(screen.getByRole('link', { name: 'press@meridian.example' })).toHaveAttribute(
      'href',
      'mailto:press@meridian.example',
    );
    expect(screen.getByRole('link', { name: '+1 (555) 010-2040' })).toHaveAttribute(
      'href',
      'tel:+15550102040',
    );
    expect(screen.getByText(new RegExp(`© ${new Date().getFullYear()} Meridian Film`))).toBeVisible();
  });

  it('logs the access once, even when React mounts the screen twice', async () => {
    open();
    await screen.findByRole('heading', { name: 'Episode One' });
    expect(api.calls(routes.viewing.accessLog)).toHaveLength(1);
  });

  it('falls back to the configured text without a description', async () => {
    api.on(routes.trailers.active, { ...activeTrailer, description: null });
    open();
    expect(await screen.findByText('A luxury hotel in outer space.')).toBeVisible();
  });

  it('hides the built-in header line and reserves space when the configured texts are unavailable', async () => {
    api
      .on(routes.portal.previewTexts, () => failure('SERVICE_UNAVAILABLE'))
      .on(routes.trailers.active, { ...activeTrailer, description: null });
    const { queryClient } = open();
    const title = await screen.findByRole('heading', { name: 'Episode One' });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.getByText(/^CONCEPT TRAILER/)).toHaveClass('invisible');
    expect(title.closest('.trailer-details')).not.toHaveClass('trailer-details-only');
  });

  it('shows no fallback texts while the trailer loads', async () => {
    let sendResponse: () => void = () => undefined;
    const isResponseSent = new Promise<void>((resolve) => {
      sendResponse = resolve;
    });
    api.on(routes.trailers.active, async () => {
      await isResponseSent;
      return answer(routes.trailers.active, { ...activeTrailer, title: '', description: null });
    });
    open();
    expect(await screen.findByText('Loading trailer...')).toBeVisible();
    // The footer appears when the configuration, with the fallback texts, has loaded.
    const footer = await screen.findByText(/© /);
    // The footer stays invisible until the content above has its final height.
    expect(footer.closest('.invisible')).not.toBeNull();
    expect(document.title).toBe('Loading trailer... · Secure Preview');
    expect(screen.queryByText('The Halcyon')).toBeNull();
    expect(screen.queryByText('A luxury hotel in outer space.')).toBeNull();
    sendResponse();
    expect(await screen.findByRole('heading', { name: 'The Halcyon' })).toBeVisible();
    expect(await screen.findByText('A luxury hotel in outer space.')).toBeVisible();
    await waitFor(() => expect(footer.closest('.invisible')).toBeNull());
    expect(document.title).toBe('The Halcyon · Secure Preview');
  });

  it('reports that there is no trailer yet, and checks again on request', async () => {
    api.on(routes.trailers.active, () => failure('NO_ACTIVE_TRAILER'));
    const { user } = open();
    await screen.findByText('No trailer yet');
    await screen.findByText(/© /);
    expect(document.title).toBe('No trailer yet · Secure Preview');
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['No trailer yet']);
    expect(screen.queryByText('A luxury hotel in outer space.')).toBeNull();
    api.on(routes.trailers.active, activeTrailer);
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByRole('heading', { name: 'Episode One' })).toBeVisible();
  });

  it('reports that the service is unavailable, and retries on request', async () => {
    api.on(routes.trailers.active, () => failure('SERVICE_UNAVAILABLE'));
    const { user } = open();
    await screen.findByText('The trailer is not available right now');
    const callsBefore = api.calls(routes.trailers.active).length;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(api.calls(routes.trailers.active)).toHaveLength(callsBefore + 1);
  });

  it('shows the processing progress, and shows the player when processing ends', async () => {
    api.on(routes.trailers.active, { ...activeTrailer, filePath: null, status: 'processing', progress: 38 });
    open();
    expect(await screen.findByRole('progressbar')).toHaveAttribute('value', '38');
    api.on(routes.trailers.active, activeTrailer);
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull(), { timeout: 5000 });
  });

  it.each([
    ['the trailer’s aspect ratio', 9 / 16, 9 / 16],
    ['16:9 if the aspect ratio is unknown', undefined, 16 / 9],
  ])('gives the player %s before the video loads', async (_description, aspectRatio, expected) => {
    api.on(routes.trailers.active, { ...activeTrailer, aspectRatio });
    open();
    const player = await screen.findByRole('region', { name: 'Video player: Episode One' });
    expect(Number(player.style.getPropertyValue('--ratio'))).toBeCloseTo(expected);
  });

  it('returns to the gate with a toast when the session expired', async () => {
    api.on(routes.viewing.accessLog, () => {
      api.on(routes.auth.status, statuses.stranger);
      return failure('UNAUTHORIZED');
    });
    open();
    expect(await screen.findByText('Session Expired')).toBeVisible();
    expect(screen.getByText('Please enter the access code again.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Access Trailer' })).toBeVisible();
  });

  it('returns to the gate with the reason when the gate now requires a proof', async () => {
    const proofRequired = { name: 'Ann', email: 'ann@example.org' };
    api.on(routes.viewing.accessLog, () => {
      api.on(routes.auth.status, { ...statuses.stranger, proofRequired });
      return failure('UNAUTHORIZED', { reason: 'proofRequired' });
    });
    open();
    expect(
      await screen.findByText(/^The organizer now asks you to confirm your address\. Your name/),
    ).toBeVisible();
    expect(screen.getByLabelText('Email address')).toHaveValue('ann@example.org');
    expect(screen.queryByText('Session Expired')).toBeNull();
  });

  it('shows a link to unsaved input on the upload page', async () => {
    uploadDrafts.title.save('Draft title');
    open();
    expect(await screen.findByText(/What you typed on the upload page is not saved yet/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Continue there' })).toHaveAttribute('href', '/upload');
  });

  it('shows no link to the upload page without unsaved input', async () => {
    open();
    await screen.findByRole('heading', { name: 'Episode One' });
    expect(screen.queryByRole('link', { name: 'Continue there' })).toBeNull();
  });

  it('logs out, clears the viewer’s data and shows the gate', async () => {
    uploadDrafts.title.save('Draft title');
    rememberedGateFields.save({ name: 'Amelia', email: 'amelia@example.org' });
    playbackPosition('amelia@example.org', activeTrailer.id).save(42, 90);
    api.on(routes.auth.logout, () => {
      api.on(routes.auth.status, statuses.stranger);
      return answer(routes.auth.logout, { ok: true });
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Exit' }));
    expect(await screen.findByRole('button', { name: 'Access Trailer' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Full name' })).toHaveValue('');
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });

  it('waits for the last watch report before it logs out, even while paused', async () => {
    const id = '0b7f8e4e-0f5b-4d55-8a35-2f6f6c1d2e11';
    let storeReport: () => void = () => undefined;
    const isReportStored = new Promise<void>((resolve) => {
      storeReport = resolve;
    });
    api
      .on(routes.viewing.start, { id })
      .on(routes.viewing.update, async () => {
        await isReportStored;
        return answer(routes.viewing.update, { ok: true });
      })
      .on(routes.auth.logout, { ok: true });
    const { user } = open();
    const video = await screen.findByLabelText<HTMLVideoElement>('Episode One', { selector: 'video' });
    Object.defineProperty(video, 'played', { value: { length: 1, start: () => 0, end: () => 3.8 } });
    fireEvent.play(video);
    fireEvent.loadedMetadata(video);
    // The report of this pause is in flight when the visitor clicks Exit.
    fireEvent.pause(video);
    await waitFor(() => expect(api.calls(routes.viewing.update)).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Exit' }));
    expect(api.calls(routes.auth.logout)).toHaveLength(0);
    storeReport();
    await waitFor(() => expect(api.calls(routes.auth.logout)).toHaveLength(1));
    expect(api.calls(routes.viewing.update).map(({ body }) => [body.ranges, body.player?.state])).toEqual([
      [[[0, 3.8]], 'paused'],
      [[[0, 3.8]], 'closed'],
    ]);
  });

  it.each([
    ['hidden', () => fireEvent(document, new Event('visibilitychange'))],
    ['unloaded', () => fireEvent(window, new Event('pagehide'))],
  ])('sends the watch report with keepalive when the page is %s', async (_state, leavePage) => {
    const documentHidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    api
      .on(routes.viewing.start, { id: '0b7f8e4e-0f5b-4d55-8a35-2f6f6c1d2e11' })
      .on(routes.viewing.update, { ok: true });
    open();
    const video = await screen.findByLabelText<HTMLVideoElement>('Episode One', { selector: 'video' });
    Object.defineProperty(video, 'played', { value: { length: 1, start: () => 0, end: () => 3.8 } });
    fireEvent.play(video);
    fireEvent.loadedMetadata(video);
    await waitFor(() => expect(api.calls(routes.viewing.start)).toHaveLength(1));
    leavePage();
    await waitFor(() => expect(api.calls(routes.viewing.update)).toHaveLength(1));
    const [report] = api.calls(routes.viewing.update);
    expect([report?.body.ranges, report?.init.keepalive]).toEqual([[[0, 3.8]], true]);
    documentHidden.mockRestore();
  });

  it('begins the viewing only once the video has loaded, which grants the trailer to the session', async () => {
    api.on(routes.viewing.start, { id: '0b7f8e4e-0f5b-4d55-8a35-2f6f6c1d2e11' });
    open();
    const video = await screen.findByLabelText<HTMLVideoElement>('Episode One', { selector: 'video' });
    fireEvent.play(video);
    expect(api.calls(routes.viewing.start)).toHaveLength(0);
    fireEvent.loadedMetadata(video);
    await waitFor(() => expect(api.calls(routes.viewing.start)).toHaveLength(1));
    fireEvent.play(video);
    expect(api.calls(routes.viewing.start)).toHaveLength(1);
  });

  it('sends the watch report when the session ended in another tab', async () => {
    api
      .on(routes.viewing.start, { id: '0b7f8e4e-0f5b-4d55-8a35-2f6f6c1d2e11' })
      .on(routes.viewing.update, () => failure('UNAUTHORIZED'));
    const { queryClient } = open();
    const video = await screen.findByLabelText<HTMLVideoElement>('Episode One', { selector: 'video' });
    Object.defineProperty(video, 'played', { value: { length: 1, start: () => 0, end: () => 3.8 } });
    fireEvent.play(video);
    fireEvent.loadedMetadata(video);
    await waitFor(() => expect(api.calls(routes.viewing.start)).toHaveLength(1));
    api.on(routes.auth.status, statuses.stranger);
    await queryClient.invalidateQueries({ queryKey: [routes.auth.status.path] });
    expect(await screen.findByRole('button', { name: 'Access Trailer' })).toBeVisible();
    await waitFor(() =>
      expect(api.calls(routes.viewing.update).map(({ body }) => body.ranges)).toEqual([[[0, 3.8]]]),
    );
  });

  it('shows the resume position before the first play, and seeks to it when the video loads', async () => {
    playbackPosition(statuses.viewer.viewer.email, activeTrailer.id).save(42, 90);
    open();
    const video = await screen.findByLabelText<HTMLVideoElement>('Episode One', { selector: 'video' });
    Object.defineProperties(video, {
      duration: { value: 90 },
      currentTime: { value: 0, writable: true },
      readyState: { value: HTMLMediaElement.HAVE_NOTHING, configurable: true },
    });
    const controlBar = screen.getByTestId('control-bar');
    expect(controlBar).toHaveTextContent('0:42 / 0:00');
    fireEvent.durationChange(video);
    expect(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', '0:42 of 1:30');
    expect(controlBar).toHaveTextContent('0:42 / 1:30');
    Object.defineProperty(video, 'readyState', { value: HTMLMediaElement.HAVE_METADATA });
    fireEvent.loadedMetadata(video);
    expect(video.currentTime).toBe(42);
    expect(controlBar).toHaveTextContent('0:42 / 1:30');
  });

  it('logs a failed logout to the console only', async () => {
    api.on(routes.auth.logout, () => failure('SERVICE_UNAVAILABLE'));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Exit' }));
    await waitFor(() => expect(consoleError).toHaveBeenCalledWith('Logout failed', expect.anything()));
    expect(screen.getByRole('button', { name: 'Exit' })).toBeVisible();
    expect(screen.queryByText('Session Expired')).toBeNull();
  });
});
