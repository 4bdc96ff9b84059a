import { jest } from '@jest/globals';
import { personLimits, routes, type Visit } from '@secure-preview/contracts';
import { screen, waitFor } from '@testing-library/react';
import { answer, FakeApi, failure } from '../../../../testing/fake-api.js';
import { personPageOf, visitOf, visitVersionOf } from '../../../../testing/person-fixtures.js';
import { renderApp } from '../../../../testing/render-app.js';
import { type SavedFile, savedFiles } from '../../../../testing/saved-files.js';
import { PersonView } from './person-view.js';

const { read } = routes.person;
const personId = personPageOf().person.id;
let api: FakeApi;
let saved: SavedFile[];

beforeEach(() => {
  saved = savedFiles();
  api = new FakeApi().install().on(read, personPageOf());
});
afterEach(() => jest.restoreAllMocks());

const open = () => {
  const { user } = renderApp(
    <PersonView
      personId={personId}
      unlocked
      renderBlockDialog={({ person, onChanged }) => (
        <button type="button" onClick={onChanged}>
          {`Dialog for ${person.email} in ${person.network}`}
        </button>
      )}
    />,
    `/upload/audience?person=${personId}`,
  );
  return user;
};
const heading = () => screen.findByRole('heading', { level: 1, name: 'Amelia Öztürk' });
/** Returns the values beside a label. */
const fact = (label: string) =>
  screen.getAllByText(label, { selector: 'dt' }).map((term) => term.nextElementSibling?.textContent);

describe('the page of a person', () => {
  it('shows who it is, and how that was proved', async () => {
    open();
    expect((await heading()).querySelector('bdi')).toHaveTextContent('Amelia Öztürk');
    expect(document.title).toMatch(/^Amelia Öztürk · /);
    expect(screen.getByRole('link', { name: 'amelia@example.org' })).toHaveAttribute(
      'href',
      'mailto:amelia@example.org',
    );
    expect(fact('Address')[0]).toBe('proved by code');
    expect(fact('Networks')).toEqual(['203.0.113.0/24, 198.51.100.0/24']);
    expect(screen.queryByText(/^This address is only claimed/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to the audience' })).toHaveAttribute(
      'href',
      '/upload/audience',
    );
    expect(screen.getByRole('link', { name: 'Engagement of Episode One' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/upload\/audience\?version=/),
    );
  });

  it.each([
    ['none', /^This address is only claimed: it was typed at the gate/],
    ['link', /^This address is not proved: whoever had the invitation link/],
  ] as const)('says that an address is only claimed: %s', async (verifiedBy, note) => {
    api.on(read, personPageOf(undefined, { person: { proved: false, verifiedBy } }));
    open();
    expect(await screen.findByText(note)).toBeVisible();
  });

  it('shows what was watched of a version, again and confirmed, as text beside the bars', async () => {
    open();
    await heading();
    expect(screen.getAllByText(/^0:42 of 1:30 watched \(47 %\)/)).toHaveLength(2);
    expect(fact('Parts')).toEqual(['0:00–0:42']);
    expect(fact('Seen again')).toEqual(['0:10–0:20']);
    expect(fact('Played in all')).toEqual(['0:52']);
    expect(fact('Confirmed')).toEqual(['95\u00a0%']);
    expect(fact('Not confirmed')).toEqual(['0:02 (0:40–0:42)']);
    expect(screen.getByText(/counts as watched all the same/)).toBeVisible();
    for (const bar of document.querySelectorAll('svg[viewBox^="0 0 90"]'))
      expect(bar).toHaveAttribute('aria-hidden', 'true');
  });

  it('shows neither repetitions nor unconfirmed parts where there are none', async () => {
    const version = visitVersionOf({
      playedSeconds: 42,
      confirmedSeconds: 41.8,
      unconfirmed: [[41.8, 42]],
      viewings: [],
    });
    api.on(read, personPageOf([visitOf({ versions: [version] })]));
    open();
    await heading();
    expect(fact('Confirmed')).toEqual(['100\u00a0%']);
    for (const label of ['Seen again', 'Played in all', 'Not confirmed'])
      expect(screen.queryByText(label)).toBeNull();
  });

  it('shows when players were open, from which other address, and what they played in order', async () => {
    const [viewing] = visitVersionOf().viewings;
    const other = {
      id: crypto.randomUUID(),
      startedAt: '2026-03-01T13:00:00.000Z',
      lastSeenAt: '2026-03-01T13:00:00.000Z',
      ipAddress: '198.51.100.7',
      plays: [],
      playCount: 0,
    };
    const many = { ...other, id: crypto.randomUUID(), plays: viewing?.plays ?? [], playCount: 102 };
    const viewings = viewing ? [viewing, other, many] : [];
    api.on(read, personPageOf([visitOf({ versions: [visitVersionOf({ viewings, viewingCount: 30 })] })]));
    const user = open();
    await user.click(await screen.findByText('Players opened (30)'));
    const [first, second, third] = screen.getAllByText(/played/, { selector: 'details li span' });
    expect(first).toHaveTextContent(/^: played 0:00–0:42, 0:10–0:20$/);
    expect(second).toHaveTextContent(/^: nothing played, at 198\.51\.100\.7$/);
    expect(third).toHaveTextContent(/^: played 0:00–0:42, 0:10–0:20 and 100 more, at/);
    expect(screen.getByText('The last 3 of 30 are listed.')).toBeVisible();
  });

  it('names a device, an ended visit, its own visit and blocks', async () => {
    const blocks = [{ kind: 'network' as const, value: '203.0.113.0/24' }];
    api.on(read, personPageOf([visitOf({ visitEnded: true, own: true, blocks })]));
    open();
    await heading();
    expect(fact('Device')).toEqual(['Chrome on Android']);
    expect(fact('Blocked by')).toEqual(['network 203.0.113.0/24']);
    for (const tag of ['Visit ended', 'Your visit', 'Blocked']) expect(screen.getByText(tag)).toBeVisible();
  });

  it('ends the playback of a version in a visit, and then reads the person again', async () => {
    const visit = visitOf({ endedPlaybacks: [] });
    api.on(read, personPageOf([visit])).on(routes.endedPlaybacks.end, { ok: true });
    const user = open();
    await heading();
    const [version] = visit.versions;
    api.on(read, personPageOf([{ ...visit, endedPlaybacks: [version?.trailerId ?? ''] }]));
    await user.click(screen.getByRole('button', { name: /^End playback/ }));
    expect(await screen.findByText('Playback ended')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Allow playback again/ })).toHaveFocus();
    const params = { leadId: visit.id, trailerId: version?.trailerId };
    expect(api.calls(routes.endedPlaybacks.end).map((call) => call.params)).toEqual([params]);
    await waitFor(() => expect(api.calls(read)).toHaveLength(2));
  });

  it('offers no end of a playback for its own visit, or while it is unknown what is ended', async () => {
    api.on(read, personPageOf([visitOf({ endedPlaybacks: [], own: true }), visitOf()]));
    open();
    await heading();
    expect(screen.queryByRole('button', { name: /playback/ })).toBeNull();
  });

  it.each([
    ['a deleted version', { trailers: [] }, 'A version that was deleted'],
    ['titles that cannot be read', { trailers: undefined }, 'Title unavailable right now'],
  ])('has a phrase for %s', async (_what, { trailers }, phrase) => {
    const { trailers: _, ...page } = personPageOf();
    api.on(read, trailers ? { ...page, trailers } : page);
    open();
    expect(await screen.findAllByText(phrase)).toHaveLength(2);
  });

  it('shows visits in which nothing was played or opened', async () => {
    const opened = visitVersionOf({ seconds: 0, share: 0, ranges: [], unconfirmed: [], playedSeconds: 0 });
    const none: Visit = visitOf({ versions: [], lastSeenAt: null, userAgent: null, ipAddress: null });
    api.on(read, personPageOf([none, visitOf({ versions: [opened] })], { person: { versions: [] } }));
    open();
    await heading();
    expect(screen.getByText('Opened, not played')).toBeVisible();
    expect(screen.getByText('No player was opened')).toBeVisible();
    expect(screen.getByText('Nothing has been watched yet.')).toBeVisible();
    expect(screen.getAllByText('Unknown')).toHaveLength(2);
  });
});

describe('pages of visits', () => {
  it('are loaded on request, newest first', async () => {
    api.on(read, ({ query }) =>
      answer(
        read,
        query['cursor'] === 'next'
          ? personPageOf([visitOf({ name: 'First name' })], { total: 2 })
          : personPageOf([visitOf({ name: 'Last name' })], { total: 2, nextCursor: 'next' }),
      ),
    );
    const user = open();
    expect(await screen.findByText('1 of 2 shown')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('2 of 2 shown')).toBeVisible();
    expect(fact('Name as typed')).toEqual(['Last name', 'First name']);
    expect(screen.getByRole('list', { name: 'Visits, newest first' }).children).toHaveLength(2);
    expect(api.calls(read).map(({ query }) => query)).toEqual([
      { limit: String(personLimits.visitsShown) },
      { limit: String(personLimits.visitsShown), cursor: 'next' },
    ]);
  });

  it('are exported with a row for each visit and version', async () => {
    const none = visitOf({ versions: [], name: '=1+1' });
    const two = visitOf({ versions: [visitVersionOf(), visitVersionOf({ trailerId: crypto.randomUUID() })] });
    api.on(read, personPageOf([none, two]));
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText('The export is saved. Rows: 3.')).toBeInTheDocument();
    expect(saved[0]?.name).toMatch(/^visits-.*\.csv$/);
    const [columns, ...rows] = (await saved[0]?.text())?.split('\r\n') ?? [];
    expect(columns).toMatch(/^visitId,capturedAt,.*,confirmedSeconds,ranges,players$/);
    expect(rows[0]).toMatch(/,'=1\+1,.*,,,,,,,,,$/);
    expect(rows[1]).toMatch(/,Episode One,90,42,0.466\d*,52,40,0-42,1$/);
    expect(rows[2]).toMatch(/,,90,42,/);
    expect(api.calls(read).at(-1)?.query).toEqual({ limit: '250' });
  });
});

describe('blocking', () => {
  it('opens the dialog for the address and the last network, then reads the person again', async () => {
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Block Amelia Öztürk' }));
    api.on(
      read,
      personPageOf(undefined, { person: { blocks: [{ kind: 'address', value: 'amelia@example.org' }] } }),
    );
    await user.click(screen.getByRole('button', { name: 'Dialog for amelia@example.org in 203.0.113.0/24' }));
    expect(await screen.findByRole('button', { name: 'Unblock Amelia Öztürk' })).toBeVisible();
    expect(fact('Blocked by')).toEqual(['address amelia@example.org']);
  });

  it('is not offered while blocks cannot be read', async () => {
    const page = personPageOf();
    const { blocks: _, ...person } = page.person;
    api.on(read, { ...page, person });
    open();
    expect(await screen.findByText('Blocks and ended visits cannot be read right now.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Block/ })).toBeNull();
  });
});

describe('without a person', () => {
  it('says that nobody was found', async () => {
    api.on(read, () => failure('LEAD_NOT_FOUND'));
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Person not found' })).toBeVisible();
    expect(screen.getByText(/may be incomplete/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('can be read again after an error', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    api.on(read, () => failure('SERVICE_UNAVAILABLE'));
    const user = open();
    expect(await screen.findByText('This person could not be loaded.')).toBeVisible();
    api.on(read, personPageOf());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await heading()).toBeVisible();
  });
});
