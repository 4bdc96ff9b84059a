import { jest } from '@jest/globals';
import { leadsHeaders, routes } from '@secure-preview/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { markWork } from '../features/upload/lib/uploads-in-progress.js';
import { uploadDrafts } from '../lib/memory/upload-drafts.js';
import { answer, FakeApi } from '../testing/fake-api.js';
import { activeTrailer, config, historyPage, settings, statuses } from '../testing/fixtures.js';
import { leakCaseOf, leakResultOf } from '../testing/leak-fixtures.js';
import { renderApp } from '../testing/render-app.js';
import { App } from './app.js';

const { auth, leads, trailers } = routes;
let api: FakeApi;

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  // The test environment takes seconds to look through hundreds of options.
  jest.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/Berlin']);
  api = new FakeApi()
    .install()
    .on(auth.status, statuses.uploader)
    .on(routes.portal.config, config)
    .on(trailers.active, activeTrailer)
    .on(trailers.list, [])
    .on(leads.list, () => answer(leads.list, [], { [leadsHeaders.total]: '0' }))
    .on(routes.settings.read, settings)
    .on(routes.settings.history, historyPage([]));
});

afterEach(() => jest.restoreAllMocks());

const open = (path: string) => renderApp(<App />, path);
const link = (name: string) => within(screen.getByRole('navigation')).getByRole('link', { name });
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });

describe('the navigation of the admin area', () => {
  it('opens a page in place, marks it as current and moves the focus to its heading', async () => {
    const { user } = open('/upload');
    await heading('Admin Upload');
    expect(screen.getByRole('navigation')).toHaveAccessibleName('Admin area');
    expect(link('Upload')).toHaveAttribute('aria-current', 'page');
    await user.click(link('Settings'));
    await waitFor(async () => expect(await heading('Settings')).toHaveFocus());
    expect(location.pathname).toBe('/upload/settings');
    expect(link('Settings')).toHaveAttribute('aria-current', 'page');
    expect(link('Upload')).not.toHaveAttribute('aria-current');
    await user.click(link('Upload'));
    await waitFor(async () => expect(await heading('Admin Upload')).toHaveFocus());
  });

  it('opens a found copy by its address, below the list of them', async () => {
    const found = leakCaseOf(leakResultOf([]));
    api.on(routes.leaks.read, found).on(routes.leaks.list, { cases: [] });
    const { user } = open(`/upload/leaks/${found.id}`);
    await heading('found on a forum.mp4');
    expect(link('Leaks')).toHaveAttribute('aria-current', 'page');
    await user.click(link('Leaks'));
    await waitFor(async () => expect(await heading('Leaks')).toHaveFocus());
    expect(location.pathname).toBe('/upload/leaks');
  });

  it.each(['/upload/nowhere', '/upload/settings/more', '/upload/leaks/one/more', '/uploads'])(
    'has no page at the unknown address %s',
    async (path) => {
      open(path);
      expect(await heading('404 Page Not Found')).toBeVisible();
    },
  );

  it.each([
    [statuses.stranger, 'Authentication Required'],
    [statuses.viewer, 'Upload Page Access'],
  ])('is behind the gates of the upload page', async (status, title) => {
    api.on(auth.status, status);
    open('/upload/settings');
    expect(await heading(title)).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(api.calls(routes.settings.read)).toHaveLength(0);
  });
});

describe('an upload in progress', () => {
  afterEach(() => act(() => markWork('video', false)));

  it('continues behind another page, and leaving the area still needs confirmation', async () => {
    const { user } = open('/upload');
    const title = await screen.findByLabelText('Trailer Title');
    act(() => markWork('video', true));
    await user.click(link('Settings'));
    await screen.findByLabelText('Company name');
    expect(title).toBeInTheDocument();
    expect(title).not.toBeVisible();
    expect(screen.getAllByRole('main')).toHaveLength(1);

    await user.click(screen.getByRole('link', { name: 'Back to Trailer' }));
    expect(screen.getByText('Leave while uploading?')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Stay on this page' }));
    expect(location.pathname).toBe('/upload/settings');

    // After the upload, the page stays mounted to show the result.
    act(() => markWork('video', false));
    await user.click(link('Upload'));
    expect(title).toBeVisible();
    await user.click(link('Settings'));
    await screen.findByLabelText('Company name');
    expect(title).not.toBeInTheDocument();
  });

  it('asks for confirmation when back or forward leaves the admin area', async () => {
    open('/upload/settings');
    await screen.findByLabelText('Company name');
    act(() => markWork('video', true));
    act(() => history.pushState(null, '', '/upload'));
    await heading('Admin Upload');
    act(() => {
      history.replaceState(null, '', '/upload/settings');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await heading('Settings');
    act(() => {
      history.replaceState(null, '', '/');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(await screen.findByText('Leave while uploading?')).toBeVisible();
    expect(location.pathname).toBe('/upload/settings');
  });
});

describe('the upload of a clip', () => {
  afterEach(() => act(() => markWork('clip', false)));

  it('continues behind a case, and ends with the page for found copies', async () => {
    const found = leakCaseOf(leakResultOf([]));
    api.on(routes.leaks.read, found).on(routes.leaks.list, { cases: [] });
    const { user } = open('/upload/leaks');
    await heading('Leaks');
    act(() => markWork('clip', true));
    await user.click(link('Settings'));
    expect(screen.getByText('Leave while uploading?')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Stay on this page' }));
    expect(location.pathname).toBe('/upload/leaks');
    act(() => history.pushState(null, '', `/upload/leaks/${found.id}`));
    await heading('found on a forum.mp4');
    expect(screen.getByText('Examine a clip')).not.toBeVisible();
    await user.click(link('Leaks'));
    await heading('Leaks');
    expect(screen.getByText('Examine a clip')).toBeVisible();
  });
});

describe('unsaved input on a page', () => {
  async function edit() {
    const { user } = open('/upload/settings');
    await user.type(await screen.findByLabelText('Owner'), '!');
    return user;
  }

  it('asks for confirmation before another page opens, and stays on request', async () => {
    const user = await edit();
    await user.click(link('Upload'));
    expect(screen.getByText('Leave without saving?')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Stay on this page' }));
    expect(screen.getByLabelText('Owner')).toHaveValue('Secure Preview!');
    expect(location.pathname).toBe('/upload/settings');
  });

  it('is discarded when the user leaves nevertheless', async () => {
    const user = await edit();
    expect(uploadDrafts.exist()).toBe(true);
    await user.click(link('Upload'));
    await user.click(screen.getByRole('button', { name: 'Leave and discard them' }));
    await heading('Admin Upload');
    expect(uploadDrafts.exist()).toBe(false);
    await user.click(link('Settings'));
    expect(await screen.findByLabelText('Owner')).toHaveValue('Secure Preview');
  });

  it('asks the browser to confirm an unload', async () => {
    const event = () => {
      const unload = new Event('beforeunload', { cancelable: true });
      dispatchEvent(unload);
      return unload.defaultPrevented;
    };
    const user = await edit();
    expect(event()).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(event()).toBe(false);
  });
});
