import { jest } from '@jest/globals';
import { personLimits, routes, type Visit } from '@secure-preview/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, FakeApi, failure } from '../../../../testing/fake-api.js';
import {
  accessChangeOf,
  flagOf,
  personPageOf,
  visitOf,
  visitVersionOf,
} from '../../../../testing/person-fixtures.js';
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

  it('says that a person without networks came only from this machine', async () => {
    api.on(read, personPageOf(undefined, { person: { networks: [] } }));
    open();
    await heading();
    expect(fact('Networks')).toEqual(['None: only from this machine']);
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
    expect(screen.getAllByText(/^0:42 of 1:30 watched \(47%\)/)).toHaveLength(2);
    expect(document.body).toHaveTextContent('0:42 of 1:30 watched (47%): 0:00–0:42');
    expect(fact('Parts')).toEqual(['0:00–0:42']);
    expect(fact('Seen again')).toEqual(['0:10–0:20']);
    expect(fact('Played in all')).toEqual(['0:52']);
    expect(fact('Confirmed')).toEqual(['95%']);
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
    expect(fact('Confirmed')).toEqual(['100%']);
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

  it('says how many parts are left out', async () => {
    const version = visitVersionOf({
      seconds: 60,
      confirmedSeconds: 40,
      rangesOmitted: 3,
      unconfirmed: [[40, 42]],
      unconfirmedOmitted: 4,
    });
    api.on(read, personPageOf([visitOf({ versions: [version] })]));
    open();
    await heading();
    expect(fact('Parts')).toEqual(['0:00–0:42 and 3 shorter ones']);
    expect(fact('Not confirmed')).toEqual(['0:20 (0:40–0:42 and 4 shorter ones)']);
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
    // A block is what prevents another visit.
    expect(screen.getByText(/the same person can watch on in a new visit/)).toBeVisible();
    const [, block] = screen.getAllByRole('button', { name: 'Block Amelia Öztürk' });
    await user.click(block as HTMLElement);
    expect(screen.getByRole('button', { name: /^Dialog for amelia@example\.org/ })).toBeVisible();
  });

  it('shows what was sent without a player, and ends its playback and the visit', async () => {
    const sent = visitVersionOf({
      seconds: 0,
      share: 0,
      ranges: [],
      playedSeconds: 0,
      confirmedSeconds: 0,
      unconfirmed: [],
      viewings: [],
      viewingCount: 0,
      deliveredSeconds: 60,
    });
    const visit = visitOf({ versions: [sent], endedPlaybacks: [] });
    const { endVisit, allowVisit } = routes.leads;
    api
      .on(read, personPageOf([visit]))
      .on(endVisit, { ok: true })
      .on(allowVisit, { ok: true });
    const user = open();
    await heading();
    expect(screen.getByText('No player was opened, 1:00 sent')).toBeVisible();
    expect(screen.getByRole('button', { name: /^End playback/ })).toBeVisible();
    const change = async (button: RegExp, title: string, confirm: string, visitEnded: boolean) => {
      await user.click(screen.getByRole('button', { name: button }));
      const dialog = within(await screen.findByRole('dialog', { name: title }));
      api.on(read, personPageOf([{ ...visit, visitEnded }]));
      await user.click(dialog.getByRole('button', { name: confirm }));
    };
    await change(/^End visit of Mar 1, 2026/, 'End the visit of Amelia Öztürk?', 'End visit', true);
    expect(await screen.findByRole('button', { name: /^Allow again: Mar 1, 2026/ })).toHaveFocus();
    await change(/^Allow again: Mar 1, 2026/, 'Allow Amelia Öztürk again?', 'Allow again', false);
    expect(await screen.findByRole('button', { name: /^End visit of Mar 1, 2026/ })).toHaveFocus();
    for (const route of [endVisit, allowVisit])
      expect(api.calls(route).map(({ params }) => params)).toEqual([{ leadId: visit.id }]);
  });

  it('offers no end of its own visit, or while it is unknown what is ended', async () => {
    const { visitEnded: _, ...unknown } = visitOf();
    api.on(read, personPageOf([visitOf({ own: true }), unknown]));
    open();
    await heading();
    expect(screen.queryByRole('button', { name: /^End visit/ })).toBeNull();
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
    expect(screen.getByText('Nothing was opened or sent')).toBeVisible();
    expect(screen.getByText('Nothing has been watched yet.')).toBeVisible();
    expect(screen.getAllByText('Unknown')).toHaveLength(2);
  });
});

describe('changes of access', () => {
  /** Returns the texts of a list without the times, which depend on the zone. */
  const changesIn = async (name: RegExp | string) =>
    within(await screen.findByRole('list', { name }))
      .getAllByRole('listitem')
      .map((item) => {
        const [time] = item.getElementsByTagName('time');
        return item.textContent?.slice((time?.textContent?.length ?? 0) + 1);
      });

  it('of a visit are listed there: a playback that was ended and allowed again leaves a trace', async () => {
    const { trailerId } = visitVersionOf();
    const changes = [
      accessChangeOf({ action: 'playbackEnded', trailerId }),
      accessChangeOf({ action: 'playbackAllowed', trailerId, at: '2026-03-01T21:10:00.000Z' }),
      accessChangeOf({ action: 'visitEnded', by: 'automatic' }),
    ];
    api.on(read, personPageOf([visitOf({ accessHistory: { changes, omitted: 2 } }), visitOf()]));
    open();
    expect(await changesIn(/^Changes of access in the visit of Mar 1, 2026/)).toEqual([
      'Playback ended: Episode One, by an administrator',
      'Playback allowed again: Episode One, by an administrator',
      'Visit ended, automatically, because of a flag',
    ]);
    const [ended, allowed] = document.querySelectorAll('ol ol time');
    expect(ended).toHaveAttribute('datetime', '2026-03-01T21:04:00.000Z');
    const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
    expect(allowed).toHaveTextContent(format.format(Date.parse('2026-03-01T21:10:00.000Z')), {
      normalizeWhitespace: false,
    });
    expect(screen.getByText('Older changes that are left out: 2')).toBeVisible();
  });

  it('of a person are listed above the visits, with what was taken back and by whom', async () => {
    const email = 'amelia@example.org';
    const block = { kind: 'address', value: email } as const;
    const changes = [
      accessChangeOf({ action: 'invited', value: '@example.org', byName: 'Ada' }),
      accessChangeOf({
        action: 'invitationExtended',
        value: email,
        endsAt: '2026-03-04T12:00:00.000Z',
        byName: 'Ada',
      }),
      accessChangeOf({ action: 'invitationRevoked', value: email, byName: 'Ada' }),
      accessChangeOf({ action: 'blocked', ...block, by: 'automatic' }),
      accessChangeOf({ action: 'unblocked', ...block, byName: 'Öztürk' }),
      accessChangeOf({ action: 'blocked', kind: 'network', value: '203.0.113.0/24', by: 'portal' }),
    ].map((change, n) => ({ ...change, at: `2026-03-02T12:0${n}:00.000Z` }));
    api.on(read, personPageOf(undefined, { person: { accessHistory: { changes, omitted: 0 } } }));
    open();
    expect(await changesIn('Changes of access, oldest first')).toEqual([
      'Invited: @example.org, without an end, by an administrator (Ada)',
      expect.stringMatching(
        /^End of the invitation changed: amelia@example\.org, until Mar 4, 2026.*\(Ada\)$/,
      ),
      'Invitation revoked: amelia@example.org, by an administrator (Ada)',
      'Blocked: address amelia@example.org, automatically, because of a flag',
      'Unblocked: address amelia@example.org, by an administrator (Öztürk)',
      'Blocked: network 203.0.113.0/24, by the portal, or its operator',
    ]);
    expect(screen.getByText('@example.org').closest('bdi')).toHaveAttribute('dir', 'ltr');
    expect(screen.queryByText(/^Older changes/)).toBeNull();
    const [first, second] = screen
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent)
      .slice(-2);
    expect([first, second]).toEqual(['Changes of access', 'Visits (1)']);
  });

  it('of a person on several pages are listed once, by time', async () => {
    const [early, late] = ['2026-03-02T12:00:00.000Z', '2026-03-03T12:00:00.000Z'];
    const ofAddress = accessChangeOf({ action: 'unblocked', kind: 'domain', value: 'example.org', at: late });
    const ofOlderVisit = accessChangeOf({
      action: 'blocked',
      kind: 'network',
      value: '192.0.2.0/24',
      at: early,
    });
    api.on(read, ({ query }) => {
      const isNext = query['cursor'] === 'next';
      const changes = isNext ? [ofOlderVisit, ofAddress] : [ofAddress];
      return answer(
        read,
        personPageOf([visitOf()], {
          total: 2,
          nextCursor: isNext ? null : 'next',
          person: { accessHistory: { changes, omitted: 0 } },
        }),
      );
    });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('2 of 2 shown')).toBeVisible();
    expect(await changesIn('Changes of access, oldest first')).toEqual([
      'Blocked: network 192.0.2.0/24, by an administrator',
      'Unblocked: domain example.org, by an administrator',
    ]);
  });

  it('are not mentioned where there are none, or while they cannot be read', async () => {
    const none = { changes: [], omitted: 0 };
    api.on(
      read,
      personPageOf([visitOf({ accessHistory: none }), visitOf()], { person: { accessHistory: none } }),
    );
    open();
    await heading();
    expect(screen.queryByText(/^Changes of access/)).toBeNull();
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
    const two = visitOf({
      versions: [
        visitVersionOf({ deliveredSeconds: 42 }),
        visitVersionOf({ trailerId: crypto.randomUUID() }),
      ],
    });
    api.on(read, personPageOf([none, two]));
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText('The export is saved. Rows: 3.')).toBeInTheDocument();
    expect(saved[0]?.name).toMatch(/^visits-.*\.csv$/);
    const [columns, ...rows] = (await saved[0]?.text())?.split('\r\n') ?? [];
    expect(columns).toMatch(/^visitId,capturedAt,.*,confirmedSeconds,ranges,players,rangesOmitted,/);
    expect(rows[0]).toMatch(/,'=1\+1,.*,,,,,,,,,,,,false,,,,0,,,,,$/);
    expect(rows[1]).toMatch(/,Episode One,90,42,0.466\d*,52,40,0-42,1,0,40-42,0,false,,,,0,,,,,42$/);
    expect(rows[2]).toMatch(/,,90,42,/);
    expect(api.calls(read).at(-1)?.query).toEqual({ limit: '250' });
  });
});

describe('the export', () => {
  const [at, later] = ['2026-03-01T21:04:00.000Z', '2026-03-01T21:10:00.000Z'];
  const version = visitVersionOf({
    playedSeconds: 9.290000000000001,
    rangesOmitted: 3,
    unconfirmedOmitted: 2,
  });
  const { trailerId } = version;
  const visit = visitOf({
    versions: [version],
    visitEnded: true,
    endedPlaybacks: [trailerId],
    blocks: [{ kind: 'network', value: '203.0.113.0/24' }],
    accessHistory: {
      changes: [
        accessChangeOf({ action: 'playbackEnded', trailerId, at }),
        accessChangeOf({ action: 'visitEnded', by: 'automatic', at: later }),
      ],
      omitted: 1,
    },
  });
  const flags = [
    flagOf({ leadId: visit.id, at, blockedAt: later }),
    flagOf({
      leadId: visit.id,
      trailerId,
      at,
      facts: { kind: 'manySessions', sessions: 4 },
      dismissedAt: later,
    }),
    flagOf(),
  ];
  const changes = [
    accessChangeOf({ action: 'blocked', kind: 'address', value: '=1+1@example.org', at, byName: '+Ada' }),
    accessChangeOf({ action: 'invited', value: '@example.org', endsAt: later, at: later, by: 'portal' }),
  ];
  const exported = async (format: 'CSV' | 'JSON') => {
    api.on(
      read,
      personPageOf([visit], { flags, flagsOmitted: 5, person: { accessHistory: { changes, omitted: 0 } } }),
    );
    const user = open();
    await user.click(await screen.findByRole('button', { name: `Export ${format}` }));
    expect(await screen.findByText('The export is saved. Rows: 1.')).toBeInTheDocument();
    return (await saved[0]?.text()) ?? '';
  };

  it('has flags, unconfirmed parts, changes of access, and what is left out', async () => {
    expect(JSON.parse(await exported('JSON'))).toMatchObject([
      {
        playedSeconds: 9.29,
        ranges: '0-42',
        rangesOmitted: 3,
        unconfirmed: '40-42',
        unconfirmedOmitted: 2,
        visitEnded: true,
        playbackEnded: true,
        blocks: 'network 203.0.113.0/24',
        flags: `watermark ${at} counts blocked ${later}; manySessions ${at} ${trailerId} dismissed ${later}`,
        flagsOmitted: 5,
        accessChanges: `${at} playbackEnded ${trailerId} administrator; ${later} visitEnded automatic`,
        accessChangesOmitted: 1,
        personAccessChanges: `${at} blocked address =1+1@example.org administrator (+Ada); ${later} invited @example.org until ${later} portal`,
        personAccessChangesOmitted: 0,
      },
    ]);
  });

  it('has no text that a spreadsheet would run as a formula', async () => {
    const csv = await exported('CSV');
    expect(csv).toContain("blocked address '=1+1@example.org administrator ('+Ada)");
  });

  it('is empty where something could not be read', async () => {
    const { flags: _, ...page } = personPageOf();
    const { visitEnded: _ended, blocks: _blocks, ...unknown } = visitOf();
    api.on(read, { ...page, visits: [unknown] });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Export JSON' }));
    expect(await screen.findByText('The export is saved. Rows: 1.')).toBeInTheDocument();
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toMatchObject([
      {
        visitEnded: null,
        playbackEnded: null,
        blocks: null,
        flags: null,
        flagsOmitted: null,
        accessChanges: null,
        accessChangesOmitted: null,
        personAccessChanges: null,
        personAccessChangesOmitted: null,
      },
    ]);
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
