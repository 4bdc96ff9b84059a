import { type Lead, leadsHeaders, routes } from '@secure-preview/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { markWork } from '../features/upload/lib/uploads-in-progress.js';
import { activeTrailerQuery } from '../lib/api/active-trailer.js';
import { rememberedGateFields } from '../lib/memory/gate-fields.js';
import { playbackPosition } from '../lib/memory/playback-positions.js';
import { uploadDrafts } from '../lib/memory/upload-drafts.js';
import { answer, FakeApi, failure } from '../testing/fake-api.js';
import { activeTrailer, config, leadOf, statuses, trailer, trailerId } from '../testing/fixtures.js';
import { onTestEnd } from '../testing/on-test-end.js';
import { renderApp } from '../testing/render-app.js';
import AdminArea from './admin-area.js';

const { auth, leads, trailers } = routes;
let api: FakeApi;
const open = () => renderApp(<AdminArea />, '/upload');

beforeEach(() => {
  api = new FakeApi()
    .install()
    .on(auth.status, statuses.uploader)
    .on(routes.portal.config, config)
    .on(trailers.active, activeTrailer)
    .on(trailers.list, [])
    .on(leads.list, () => answer(leads.list, [leadOf()], { [leadsHeaders.total]: '1' }));
});

describe('the line about the audience', () => {
  const overview = { trailerId, people: 1200, watched: 8, finished: 5, meanShare: 0.5, flagged: 0 };
  const line = (name: RegExp) => screen.findByRole('link', { name });

  it('says how many people came and finished, and leads to the audience', async () => {
    api.on(routes.audience.overview, overview);
    open();
    expect(await line(/^1,200 people · 5 finished$/)).toHaveAttribute('href', '/upload/audience');
    expect(api.calls(routes.audience.overview).map(({ query }) => query)).toEqual([{}]);
  });

  it('says who is watching now, if that is known', async () => {
    api
      .on(routes.audience.overview, { ...overview, people: 1, finished: 0 })
      .on(routes.live.list, { players: [], total: 1, watching: 1, playing: 0 });
    open();
    expect(await line(/^1 person · 0 finished · 1 watching now$/)).toBeVisible();
  });

  it('is empty while it loads and after an error', async () => {
    let fail: () => void = () => undefined;
    api.on(
      routes.audience.overview,
      () => new Promise((resolve) => (fail = () => resolve(failure('SERVICE_UNAVAILABLE')))),
    );
    const { queryClient } = open();
    const heading = await screen.findByRole('heading', { name: 'Admin Upload' });
    const area = heading.parentElement;
    expect(area).toHaveTextContent(/^Admin Upload$/);
    fail();
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(area).toHaveTextContent(/^Admin Upload$/);
  });
});

describe('the gate of the upload page', () => {
  it('links a signed-out visitor to the main page without further requests', async () => {
    api.on(auth.status, statuses.stranger);
    open();
    expect(await screen.findByText('Authentication Required')).toBeVisible();
    expect(screen.getByRole('link')).toHaveAttribute('href', '/');
    expect(api.calls(leads.list)).toHaveLength(0);
  });

  it('requires the password from a viewer, clears a wrong password and opens with the right one', async () => {
    api.on(auth.status, statuses.viewer).on(auth.uploadPassword, () => failure('INVALID_PASSWORD'));
    const { user } = open();
    const password = await screen.findByLabelText('Upload password');
    const submit = screen.getByRole('button', { name: 'Access Upload Page' });
    expect(submit).toBeDisabled();
    await user.type(password, 'wrong{Enter}');
    expect(await screen.findByText('Access Denied')).toBeVisible();
    expect(screen.getByText('Invalid password')).toBeVisible();
    expect(password).toHaveValue('');
    expect(api.calls(leads.list)).toHaveLength(0);

    api.on(auth.uploadPassword, () => {
      api.on(auth.status, statuses.uploader);
      return answer(auth.uploadPassword, { uploadAuthenticated: true });
    });
    await user.type(password, 'right{Enter}');
    expect(await screen.findByText('Access Granted')).toBeVisible();
    expect(screen.getByText('Upload page unlocked successfully')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Admin Upload' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign Out' })).toHaveAttribute('href', '/api/logout');
    expect(screen.getByRole('link', { name: 'Back to Trailer' })).toHaveAttribute('href', '/');
  });

  it('keeps the password and shows an error when the server could not check it', async () => {
    api.on(auth.status, statuses.viewer).on(auth.uploadPassword, () => new Response('', { status: 502 }));
    const { user } = open();
    const password = await screen.findByLabelText('Upload password');
    await user.type(password, 'right{Enter}');
    expect(await screen.findByText('Password Not Checked')).toBeVisible();
    expect(screen.queryByText('Invalid password')).toBeNull();
    expect(password).toHaveValue('right');
  });

  it('shows "Invalid password" for a 401 without a message', async () => {
    api.on(auth.status, statuses.viewer).on(auth.uploadPassword, () => new Response('', { status: 401 }));
    const { user } = open();
    const password = await screen.findByLabelText('Upload password');
    await user.type(password, 'wrong{Enter}');
    expect(await screen.findByText('Access Denied')).toBeVisible();
    expect(screen.getByText('Invalid password')).toBeVisible();
    expect(password).toHaveValue('');
  });

  it('requires the password again after a 403 and keeps the input', async () => {
    api.on(auth.changeUploadPassword, () => {
      api.on(auth.status, statuses.viewer);
      return failure('UPLOAD_PASSWORD_REQUIRED');
    });
    const { user } = open();
    await user.type(await screen.findByLabelText('Trailer Title'), 'Kept title');
    await user.type(screen.getByLabelText('Current password'), 'old password');
    await user.type(screen.getByLabelText('New password'), 'new password');
    await user.click(screen.getByRole('button', { name: 'Save New Password' }));
    expect(await screen.findByLabelText('Upload password')).toBeVisible();
    expect(screen.getByText('Admin Upload')).not.toBeVisible();
    expect(screen.getByDisplayValue('Kept title')).toBeInTheDocument();

    api.on(auth.uploadPassword, () => {
      api.on(auth.status, statuses.uploader);
      return answer(auth.uploadPassword, { uploadAuthenticated: true });
    });
    await user.type(screen.getByLabelText('Upload password'), 'right{Enter}');
    expect(await screen.findByRole('heading', { name: 'Admin Upload' })).toBeVisible();
    expect(screen.getByLabelText('Trailer Title')).toHaveValue('Kept title');
  });
});

describe('a session that expires on the upload page', () => {
  async function editUntilSessionExpires() {
    api.on(trailers.setDescription, () => {
      api.on(auth.status, statuses.stranger);
      return failure('UNAUTHORIZED');
    });
    const { user } = open();
    await user.type(await screen.findByLabelText('Trailer Title'), 'Kept title');
    const text = screen.getByLabelText('Description');
    await waitFor(() => expect(text).toHaveValue('First line\nsecond & last'));
    await user.clear(text);
    await user.type(text, 'Kept text');
    await user.click(screen.getByRole('button', { name: 'Align right' }));
    await user.type(screen.getByLabelText('Current password'), 'old password');
    await user.click(screen.getByRole('button', { name: 'Save & Preview' }));
    await screen.findByText('Authentication Required');
    return user;
  }
  function reopenSignedIn() {
    cleanup();
    api.on(auth.status, statuses.uploader);
    return open();
  }

  it('shows that the session expired, not that the change failed', async () => {
    await editUntilSessionExpires();
    expect(await screen.findByText('Session Expired')).toBeVisible();
    expect(screen.getByText('Please enter the access code again.')).toBeVisible();
    expect(screen.queryByText('Update Failed')).toBeNull();
  });

  it('keeps all input except passwords', async () => {
    await editUntilSessionExpires();
    expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain('password');
    const { user } = reopenSignedIn();
    expect(await screen.findByLabelText('Trailer Title')).toHaveValue('Kept title');
    expect(screen.getByLabelText('Description')).toHaveValue('Kept text');
    expect(screen.getByRole('button', { name: 'Align right' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByLabelText('Current password')).toHaveValue('');

    await user.click(screen.getByRole('button', { name: 'Discard it' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Description')).toHaveValue('First line\nsecond & last'),
    );
    expect(uploadDrafts.description.read()).toBeUndefined();
  });

  it('keeps a description until it is saved', async () => {
    await editUntilSessionExpires();
    api.on(trailers.setDescription, trailer);
    const { user } = reopenSignedIn();
    await user.click(await screen.findByRole('button', { name: 'Save & Preview' }));
    await screen.findByText('Description updated successfully. Redirecting to preview...');
    expect(uploadDrafts.description.read()).toBeUndefined();
    expect(uploadDrafts.title.read()).toBe('Kept title');
  });
});

describe('the upload page', () => {
  it('does not open the video dialog without a title', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Select & Upload Video' }));
    expect(await screen.findByText('Missing Title')).toBeVisible();
    expect(screen.getByText('Please enter a trailer title before uploading')).toBeVisible();
    expect(api.calls(routes.uploads.video)).toHaveLength(0);
  });

  it('changes the password and empties the fields', async () => {
    api.on(auth.changeUploadPassword, { ok: true });
    const { user } = open();
    const current = await screen.findByLabelText('Current password');
    expect(screen.getByRole('button', { name: 'Save New Password' })).toBeDisabled();
    await user.type(current, 'old password');
    await user.type(screen.getByLabelText('New password'), 'new password{Enter}');
    expect(await screen.findByText('Password Changed')).toBeVisible();
    expect(current).toHaveValue('');
  });

  it('shows why a password was not changed', async () => {
    api.on(auth.changeUploadPassword, () => failure('PASSWORD_TOO_SHORT', { minLength: 10 }));
    const { user } = open();
    await user.type(await screen.findByLabelText('Current password'), 'old password');
    await user.type(screen.getByLabelText('New password'), 'short{Enter}');
    expect(await screen.findByText('Password Change Failed')).toBeVisible();
    expect(screen.getByText('The new password must be at least 10 characters long')).toBeVisible();
  });

  it('keeps the draft when the stored description changes meanwhile', async () => {
    const { user, queryClient } = open();
    const text = await screen.findByLabelText('Description');
    await waitFor(() => expect(text).toHaveValue('First line\nsecond & last'));
    await user.clear(text);
    await user.type(text, 'Better');
    await user.click(screen.getByRole('button', { name: 'Align left' }));
    queryClient.setQueryData(activeTrailerQuery.queryKey, {
      ...activeTrailer,
      description: 'From elsewhere',
    });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(text).toHaveValue('Better');
    expect(screen.getByRole('button', { name: 'Align left' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('shows the stored description as text, saves it with its alignment and opens the preview', async () => {
    api.on(trailers.setDescription, trailer);
    const { user } = open();
    const text = await screen.findByLabelText('Description');
    await waitFor(() => expect(text).toHaveValue('First line\nsecond & last'));
    expect(screen.getByRole('button', { name: 'Align center' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'Align right' }));
    await user.click(screen.getByRole('button', { name: 'Save & Preview' }));
    expect(
      await screen.findByText('Description updated successfully. Redirecting to preview...'),
    ).toBeVisible();
    expect(api.calls(trailers.setDescription)[0]).toMatchObject({
      params: { trailerId },
      body: { description: '<div class="text-right">First line<br>second &amp; last</div>' },
    });
    await waitFor(() => expect(location.pathname).toBe('/'), { timeout: 3000 });
  });

  it('reports that the description could not be loaded, and retries on request', async () => {
    api.on(trailers.active, () => failure('SERVICE_UNAVAILABLE'));
    const { user } = open();
    expect(await screen.findByText(/The description could not be loaded/)).toBeVisible();
    api.on(trailers.active, activeTrailer);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Description')).toHaveValue('First line\nsecond & last'),
    );
    expect(screen.queryByText(/The description could not be loaded/)).toBeNull();
  });

  it('saves no description without an active trailer', async () => {
    api.on(trailers.active, () => failure('NO_ACTIVE_TRAILER'));
    const { user } = open();
    const text = await screen.findByLabelText('Description');
    expect(text).toHaveAttribute('placeholder', 'Enter trailer description text...');
    await user.type(text, 'Soon{Control>}{Enter}{/Control}');
    expect(await screen.findByText('No Active Trailer')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save & Preview' })).toBeDisabled();
  });
});

describe('the overview', () => {
  const overview = async () => within(await screen.findByRole('region', { name: 'Overview' }));
  const list = (rows: Lead[], total = rows.length) =>
    api.on(leads.list, () => answer(leads.list, rows, { [leadsHeaders.total]: String(total) }));

  it('shows the viewers, the latest visitor and the number of staff rows', async () => {
    const watched = { watchedSeconds: 12, watchedShare: 0.3 };
    list([
      leadOf({ name: 'Ada', email: 'ada@example.org', ...watched, lastSeenAt: '2026-03-01T10:00:00.000Z' }),
      leadOf({ name: 'Ada', email: 'Ada@example.org', ...watched, lastSeenAt: '2026-03-02T10:00:00.000Z' }),
      leadOf({ name: 'Zoë', email: 'zoe@example.org', watchedSeconds: 0 }),
      leadOf({ name: 'Eve', email: 'eve@example.org', ...watched, staff: true }),
    ]);
    open();
    const region = await overview();
    expect(await region.findByText('1 of 2 email addresses')).toBeVisible();
    expect(region.getByText('Last: Ada, 0:12, 30%')).toBeVisible();
    expect(region.getByText('2 email addresses, 1 staff visit')).toBeVisible();
    expect(region.getByRole('link', { name: 'Lead Captures (4)' })).toHaveAttribute('href', '#leads');
    expect(screen.getByRole('heading', { name: 'Lead Captures (4)' })).toBeVisible();
    expect(region.getByText(activeTrailer.title)).toBeVisible();
  });

  it('shows no number of people unless all rows are loaded', async () => {
    list([leadOf({ watchedSeconds: 12 })], 250);
    open();
    const region = await overview();
    expect(await region.findByRole('link', { name: 'Lead Captures (250)' })).toBeVisible();
    expect(region.queryByText(/people/)).toBeNull();
  });
});

describe('the list of leads', () => {
  it('shows the leads with their count, page by page', async () => {
    api.on(leads.list, ({ query }) =>
      query['cursor'] === 'next'
        ? answer(leads.list, [leadOf({ name: 'Second', ipAddress: null })], { [leadsHeaders.total]: '1201' })
        : answer(leads.list, [leadOf({ name: 'First' })], {
            [leadsHeaders.total]: '1201',
            [leadsHeaders.nextCursor]: 'next',
          }),
    );
    const { user } = open();
    expect(await screen.findByRole('heading', { name: 'Lead Captures (1,201)' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'amelia@example.org' })).toHaveAttribute(
      'href',
      'mailto:amelia@example.org',
    );
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('Second')).toBeVisible();
    expect(screen.getByText('First')).toBeVisible();
    expect(screen.getByText('N/A')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('reports that there are no leads', async () => {
    api.on(leads.list, () => answer(leads.list, [], { [leadsHeaders.total]: '0' }));
    open();
    expect(await screen.findByText('No leads captured yet')).toBeVisible();
  });
});

describe('an uploaded trailer', () => {
  const listed = { ...trailer, failure: null, warning: null, warnings: [], expiresAt: null, renditions: [] };

  it('shows its progress above the sections while it is processed', async () => {
    api.on(trailers.list, [{ ...listed, step: 'encode', progress: 40 }]);
    open();
    expect(await screen.findByText('“Episode One” is being processed')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Processing progress' })).toHaveValue(40);
  });

  it.each([
    [null, '“Episode One” waits to be processed'],
    ['storage-unavailable', /^“Episode One” waits for the storage, which cannot be reached/],
  ])('shows why the trailer waits at step %s', async (step, text) => {
    api.on(trailers.list, [{ ...listed, step, progress: 0 }]);
    open();
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('shows why processing failed until the message is dismissed', async () => {
    api.on(trailers.list, [{ ...listed, status: 'failed', failure: 'The file ends too early' }]);
    const { user } = open();
    const reported = '“Episode One” could not be processed: The file ends too early';
    expect(await screen.findByText(reported)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(reported)).toBeNull();
    cleanup();
    open();
    await waitFor(() => expect(api.calls(trailers.list)).toHaveLength(2));
    expect(screen.queryByText(reported)).toBeNull();
  });
});

describe('leaving during an upload', () => {
  afterEach(() => act(() => markWork('video', false)));

  it('asks for confirmation, and stays when the user chooses to stay', async () => {
    const { user } = open();
    await screen.findByRole('heading', { name: 'Admin Upload' });
    act(() => markWork('video', true));
    await user.click(screen.getByRole('link', { name: 'Back to Trailer' }));
    expect(screen.getByText('Leave while uploading?')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Stay on this page' }));
    expect(location.pathname).toBe('/upload');
    await user.click(screen.getByRole('link', { name: 'Back to Trailer' }));
    await user.click(screen.getByRole('button', { name: 'Leave and cancel the upload' }));
    expect(location.pathname).toBe('/');
  });

  it.each([
    ['a click', ['', '[MouseLeft]', '']],
    ['a click that opens a tab', ['{Control>}', '[MouseLeft]', '{/Control}']],
    ['a click of the middle button', ['', '[MouseMiddle]', '']],
  ])(
    'deletes the stored data of the visitor when the sign-out link is followed: %s',
    async (_gesture, [before = '', press = '', after = '']) => {
      const { user } = open();
      await screen.findByRole('heading', { name: 'Admin Upload' });
      act(() => markWork('video', true));
      rememberedGateFields.save({ name: 'Amelia', email: 'amelia@example.org' });
      playbackPosition('amelia@example.org', trailerId).save(42, 90);
      // jsdom cannot navigate.
      const preventNavigation = (event: Event) => event.preventDefault();
      addEventListener('click', preventNavigation);
      onTestEnd(() => removeEventListener('click', preventNavigation));
      const target = screen.getByRole('link', { name: 'Sign Out' });
      if (before) await user.keyboard(before);
      await user.pointer({ keys: press, target });
      if (after) await user.keyboard(after);
      expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    },
  );

  it('restores the page after a step in the browser history, and asks for confirmation', async () => {
    const { user } = open();
    await screen.findByRole('heading', { name: 'Admin Upload' });
    act(() => markWork('video', true));
    act(() => {
      history.replaceState(null, '', '/');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(await screen.findByText('Leave while uploading?')).toBeVisible();
    expect(location.pathname).toBe('/upload');
    await user.click(screen.getByRole('button', { name: 'Leave and cancel the upload' }));
    expect(location.pathname).toBe('/');
  });
});
