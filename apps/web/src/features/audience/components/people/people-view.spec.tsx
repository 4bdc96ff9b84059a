import { jest } from '@jest/globals';
import {
  type AudienceOverview,
  exportedPersonColumns,
  type ListedPerson,
  routes,
} from '@secure-preview/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import AdminArea from '../../../../app/admin-area.js';
import { loadMessages } from '../../../../lib/language/page-language.js';
import { answer, FakeApi, failure } from '../../../../testing/fake-api.js';
import { config, listedTrailerOf, personOf, statuses } from '../../../../testing/fixtures.js';
import { renderApp } from '../../../../testing/render-app.js';
import { savedFiles } from '../../../../testing/saved-files.js';

const { overview, people, export: exportRoute } = routes.audience;
const shown = listedTrailerOf({ title: 'Second cut', active: true, createdAt: '2026-03-02T12:00:00.000Z' });
const earlier = listedTrailerOf({ title: 'First cut' });
const failed = listedTrailerOf({ title: 'Broken', status: 'failed' });
const figures: AudienceOverview = {
  trailerId: shown.id,
  people: 1200,
  watched: 8,
  finished: 5,
  meanShare: 0.724,
  flagged: 4,
  openInvitations: 3,
};
const ada = personOf({ name: 'Ada', email: 'ada@example.org', watchedSeconds: 72, watchedShare: 0.8 });
const bob = personOf({ name: 'Bob', email: 'bob@example.org', verifiedBy: 'code' });
const pageOf = (rows: ListedPerson[], nextCursor: string | null = null, total = rows.length) =>
  answer(people, { people: rows, total, nextCursor });
let api: FakeApi;

beforeEach(() => {
  api = new FakeApi()
    .install()
    .on(routes.auth.status, statuses.uploader)
    .on(routes.portal.config, config)
    .on(routes.trailers.list, [shown, earlier, failed])
    .on(overview, figures)
    .on(people, () => pageOf([ada, bob]));
});
afterEach(() => jest.restoreAllMocks());

const open = (path = '/upload/audience') => renderApp(<AdminArea />, path);
const lastQuery = () => api.calls(people).at(-1)?.query;
const figure = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).parentElement;
const rowOf = async (name: string) => {
  const row = (await screen.findByRole('link', { name })).closest('tr');
  if (!row) throw new Error(`${name} is not in a row`);
  return within(row);
};

describe('the overview', () => {
  it('shows the figures of the shown version', async () => {
    open();
    expect(await figure('People')).toHaveTextContent('People1,200passed the gate, without staff');
    expect(await figure('Watched')).toHaveTextContent('Watched8');
    expect(await figure('Finished')).toHaveTextContent('Finished5watched at least 90%');
    expect(await figure('Mean share')).toHaveTextContent('Mean share72%');
    expect(await figure('Open invitations')).toHaveTextContent('3');
    expect(await figure('Flagged people')).toHaveTextContent('4');
    expect(await figure('Watching now')).toHaveTextContent('Watching now–any version');
  });

  it('shows who is watching now, and no mean share of nobody', async () => {
    api
      .on(overview, { ...figures, watched: 0, finished: 0, meanShare: null })
      .on(routes.live.list, { players: [], total: 2, watching: 2, playing: 1 });
    open();
    expect(await figure('Watching now')).toHaveTextContent('2');
    expect(await figure('Mean share')).toHaveTextContent('–');
  });

  it('omits invitations while they are unavailable, and figures of a version while none is shown', async () => {
    const { openInvitations: _, ...known } = figures;
    api.on(overview, { ...known, trailerId: null }).on(routes.trailers.list, []);
    open();
    expect(await figure('People')).toBeVisible();
    for (const name of ['Finished', 'Mean share', 'Open invitations'])
      expect(screen.queryByText(name)).toBeNull();
    expect(screen.queryByLabelText('Version')).toBeNull();
  });

  it('is read again on request after a failure', async () => {
    api.on(overview, () => failure('SERVICE_UNAVAILABLE'));
    const { user } = open();
    expect(await screen.findByText('The figures could not be loaded.')).toBeVisible();
    api.on(overview, figures);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await figure('Finished')).toBeVisible();
  });

  it('changes with the version, as does the list', async () => {
    const { user } = open();
    const choice = await screen.findByLabelText('Version');
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^Second cut \(Mar 2, 2026.*, shown now\)$/),
      expect.stringMatching(/^First cut \(Mar 1, 2026/),
    ]);
    await waitFor(() => expect(choice).toHaveValue(shown.id));
    const engagement = screen.getByRole('link', { name: 'Engagement of this version' });
    expect(engagement).toHaveAttribute('href', `/upload/audience?version=${shown.id}`);
    api.on(overview, { ...figures, trailerId: earlier.id, finished: 77 });
    await user.selectOptions(choice, earlier.id);
    expect(await screen.findByText('77')).toBeVisible();
    expect(api.calls(overview).map(({ query }) => query?.trailerId)).toEqual([undefined, earlier.id]);
    await waitFor(() => expect(lastQuery()).toMatchObject({ trailerId: earlier.id }));
    expect(screen.getByRole('link', { name: 'Engagement of this version' })).toHaveAttribute(
      'href',
      `/upload/audience?version=${earlier.id}`,
    );
  });
});

describe('the list of people', () => {
  it('links each person, and shows visits, watched time, proof and blocks', async () => {
    const block = { kind: 'address', value: 'ada@example.org' } as const;
    api.on(people, () => pageOf([{ ...ada, visits: 3, networks: 2, flags: 2, blocks: [block] }, bob]));
    open();
    const row = await rowOf('Ada');
    expect(row.getByRole('link')).toHaveAttribute('href', `/upload/audience?person=${ada.id}`);
    expect(row.getByText('ada@example.org')).toHaveAttribute('dir', 'ltr');
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Ada.*claimed$/),
      'ada@example.org',
      expect.stringMatching(/^First visitMar 1, 2026/),
      expect.stringMatching(/^Last seenMar 2, 2026/),
      'Visits3',
      'Networks2',
      expect.stringMatching(/^Watched1:12, 80%/),
      'Flags2',
      'BlockedYes',
    ]);
    const other = await rowOf('Bob');
    expect(other.getByText('proved by code')).toBeVisible();
    expect(other.getAllByRole('cell').at(-1)).toHaveTextContent(/^BlockedNo$/);
    expect(other.getByText('Not yet')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'People (2)' })).toBeVisible();
  });

  it('is searched, filtered and sorted; the address keeps it', async () => {
    const { user } = open();
    await screen.findByText('Ada');
    expect(lastQuery()).toEqual({ sort: 'last', direction: 'descending' });
    await user.selectOptions(screen.getByLabelText('Proof of the address'), 'Proved');
    await user.selectOptions(screen.getByLabelText('Order of the people'), 'Fewest visits first');
    await user.type(screen.getByRole('searchbox'), ' ada');
    const expected = { q: 'ada', sort: 'visits', direction: 'ascending', proof: 'proved' };
    await waitFor(() => expect(lastQuery()).toEqual(expected));
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ ...expected, q: ' ada' });
  });

  it('shows flagged or blocked people only', async () => {
    const { user } = open('/upload/audience?only=blocked');
    await screen.findByText('Ada');
    expect(lastQuery()).toEqual({ sort: 'last', direction: 'descending', only: 'blocked' });
    await user.selectOptions(screen.getByLabelText('Flags and blocks'), 'Flagged');
    await waitFor(() => expect(lastQuery()).toMatchObject({ only: 'flagged' }));
    await user.selectOptions(screen.getByLabelText('Flags and blocks'), 'All people');
    await waitFor(() => expect(lastQuery()).not.toHaveProperty('only'));
  });

  it('shows the copies of the blocks while auth-service is unavailable', async () => {
    api.on(people, () =>
      pageOf([
        { ...ada, blocked: true },
        { ...bob, blocked: true, blocks: [] },
      ]),
    );
    open();
    expect((await rowOf('Ada')).getByText('Yes')).toBeVisible();
    expect((await rowOf('Bob')).getByText('No')).toBeVisible();
  });

  it('begins with the filter of the address', async () => {
    open('/upload/audience?q=ada&sort=watched&direction=ascending&proof=claimed&x=1');
    await screen.findByText('Ada');
    expect(lastQuery()).toEqual({ q: 'ada', sort: 'watched', direction: 'ascending', proof: 'claimed' });
    expect(screen.getByRole('searchbox')).toHaveValue('ada');
  });

  it('ignores unknown values in the address', async () => {
    open('/upload/audience?sort=shoe-size&direction=up&proof=maybe');
    await screen.findByText('Ada');
    expect(lastQuery()).toEqual({ sort: 'last', direction: 'descending' });
  });

  it('follows clicks on the column headings, which show the current order', async () => {
    const { user } = open();
    const heading = (name: string) => screen.findByRole('columnheader', { name });
    expect(await heading('Last seen')).toHaveAttribute('aria-sort', 'descending');
    for (const [name, sort, direction] of [
      ['Name', 'name', 'ascending'],
      ['Name', 'name', 'descending'],
      ['Watched', 'watched', 'descending'],
      ['Watched', 'watched', 'ascending'],
      ['First visit', 'first', 'descending'],
      ['Flags', 'flags', 'descending'],
      ['Blocked', 'blocked', 'descending'],
    ] as const) {
      await user.click(screen.getByRole('button', { name }));
      await waitFor(() => expect(lastQuery()).toMatchObject({ sort, direction }));
      expect(await heading(name)).toHaveAttribute('aria-sort', direction);
    }
    expect(await heading('Networks')).not.toHaveAttribute('aria-sort');
  });

  it('loads further pages', async () => {
    api.on(people, ({ query }) =>
      query['cursor'] === 'next' ? pageOf([bob], null, 2) : pageOf([ada], 'next', 2),
    );
    const { user } = open();
    expect(await screen.findByText('1 of 2 shown')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('2 of 2 shown')).toBeVisible();
    expect(await rowOf('Bob')).toBeDefined();
  });

  it('says that nobody has come, or that nobody matches', async () => {
    api.on(people, () => pageOf([]));
    const { user } = open();
    expect(await screen.findByText('Nobody has passed the gate yet.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
    await user.type(screen.getByRole('searchbox'), 'x');
    expect(await screen.findByText('Nobody matches.')).toBeVisible();
    api.on(people, () => pageOf([ada]));
    await user.click(screen.getByRole('button', { name: 'Clear search and filter' }));
    expect(await screen.findByText('Ada')).toBeVisible();
  });

  it('is read again on request after a failure', async () => {
    api.on(people, () => failure('SERVICE_UNAVAILABLE'));
    const { user } = open();
    expect(await screen.findByText('The people could not be loaded.')).toBeVisible();
    api.on(people, () => pageOf([ada]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Ada')).toBeVisible();
  });

  it('says that it is not up to date after a failure, as the figures do, until it is read again', async () => {
    const { user } = open();
    expect(await screen.findByText('Ada')).toBeVisible();
    for (const route of [people, overview]) api.on(route, () => failure('SERVICE_UNAVAILABLE'));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    for (const text of [/^The list is not up to date/, /^The figures are not up to date/])
      expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText('Ada')).toBeVisible();
    api.on(people, () => pageOf([bob])).on(overview, figures);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Bob')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/not up to date/)).toBeNull());
  });

  it('is exported as it is searched, for the chosen version, in an order that does not change meanwhile', async () => {
    const saved = savedFiles();
    const version = { trailerId: earlier.id, title: 'First cut' };
    const { blocks: _, ...row } = { ...ada, blocks: [], name: '=1+1', ...version };
    api.on(exportRoute, ({ query }) =>
      query['cursor'] === 'next'
        ? answer(exportRoute, { people: [{ ...bob, ...version }], total: 2, nextCursor: null })
        : answer(exportRoute, { people: [row], total: 2, nextCursor: 'next' }),
    );
    const { user } = open(`/upload/audience?sort=name&direction=ascending&trailerId=${earlier.id}`);
    await screen.findByText('Ada');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const query = { sort: 'first', direction: 'ascending', trailerId: earlier.id, limit: '250' };
    expect(api.calls(exportRoute).map((call) => call.query)).toEqual([query, { ...query, cursor: 'next' }]);
    expect(saved[0]?.name).toMatch(/^people-\d{4}-\d\d-\d\d\.csv$/);
    const [header, first] = (await saved[0]?.text())?.split('\r\n') ?? [];
    expect(header).toBe(exportedPersonColumns.join(','));
    expect(first).toMatch(
      new RegExp(`^${ada.id},'=1\\+1,ada@example.org,none,.*,${earlier.id},First cut,72,0.8,`),
    );
  });
});

it('is shown in German', async () => {
  const german = await loadMessages('de');
  await german.adminTexts?.load();
  renderApp(<AdminArea />, '/upload/audience', german);
  expect(await figure('Zu Ende gesehen')).toHaveTextContent('mindestens 90 % angesehen');
  expect(await screen.findByRole('heading', { name: 'Personen (2)' })).toBeVisible();
  expect((await rowOf('Ada')).getByText('1:12, 80 %')).toBeVisible();
});
