import { jest } from '@jest/globals';
import { type LivePlayer, routes } from '@secure-preview/contracts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { answer, FakeApi, failure } from '../../../testing/fake-api.js';
import { listedTrailerOf } from '../../../testing/fixtures.js';
import { renderApp } from '../../../testing/render-app.js';
import { LiveList } from './live-list.js';
import { LiveScreen } from './live-screen.js';

const { list } = routes.live;
const trailer = listedTrailerOf({ title: 'Episode One' });
const playerOf = (changes: Partial<LivePlayer> = {}): LivePlayer => ({
  id: crypto.randomUUID(),
  leadId: crypto.randomUUID(),
  name: 'Ada Lovelace',
  email: 'ada@kino.example',
  verifiedBy: 'code',
  staff: false,
  ipAddress: '203.0.113.7',
  network: '203.0.113.0/24',
  userAgent: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
  trailerId: trailer.id,
  trailerSeconds: 90,
  state: 'playing',
  position: 42,
  startedAt: '2026-03-01T10:00:00.000Z',
  ...changes,
});
let players: LivePlayer[];
let api: FakeApi;

beforeEach(() => {
  jest.useFakeTimers();
  players = [playerOf()];
  api = new FakeApi()
    .install()
    .on(routes.trailers.list, [trailer])
    .on(list, ({ query }) => {
      const found = players.filter(
        ({ name, flags }) => name.includes(query['q'] ?? '') && (!query['only'] || flags?.length),
      );
      if (query['sort'] === 'newest') found.reverse();
      const watching = players.filter(({ staff }) => !staff).length;
      return answer(list, {
        players: found.slice(0, Number(query['limit'])),
        total: found.length,
        watching,
        playing: watching,
      });
    });
});
afterEach(() => jest.useRealTimers());

const seconds = (count: number) => act(() => jest.advanceTimersByTimeAsync(count * 1000));
const open = async (screenOf = <LiveScreen unlocked />) => {
  renderApp(screenOf, '/upload/live');
  await seconds(0.5);
};
const rows = () => within(screen.getByRole('list', { name: 'Open players' })).getAllByRole('listitem');
const typeSearch = async (text: string) => {
  fireEvent.change(screen.getByLabelText('Search name or email address'), { target: { value: text } });
  // One step for the delay of the search, one for the answer.
  await seconds(0.5);
  await seconds(0.5);
};

const choose = async (label: string, value: string) => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await seconds(0.5);
};

describe('the live page', () => {
  it('shows who watches, what they do, where, since when, and with which device', async () => {
    await open();
    expect(screen.getByRole('status')).toHaveTextContent('1 watching, 1 playing');
    const [row] = rows();
    for (const text of ['Playing', 'Episode One', '0:42 of 1:30', 'proved by code'])
      expect(row).toHaveTextContent(text);
    expect(row).toHaveTextContent(/Since.*Mar 1, 2026.*Chrome on Android.*203\.0\.113\.7 203\.0\.113\.0\/24/);
    const link = within(row as HTMLElement).getByRole('link', { name: 'Ada Lovelace' });
    expect(link).toHaveAttribute('href', `/upload/audience?person=${players[0]?.leadId}`);
    expect(within(row as HTMLElement).getByText('ada@kino.example').tagName).toBe('BDI');
  });

  it('follows every second', async () => {
    await open();
    players = [playerOf({ ...players[0], state: 'paused', position: 50 })];
    await seconds(1);
    expect(rows()[0]).toHaveTextContent(/Paused.*0:50 of 1:30/);
    players = [];
    await seconds(1);
    expect(screen.getByRole('status')).toHaveTextContent('Nobody is watching now.');
    expect(screen.queryByRole('list', { name: 'Open players' })).toBeNull();
  });

  it.each([
    ['ended', 'Finished'],
    ['noSignal', 'No signal'],
  ] as const)('shows the state %s as %s', async (state, text) => {
    players = [playerOf({ state })];
    await open();
    expect(rows()[0]).toHaveTextContent(text);
  });

  it('shows what it knows of an unknown length, device, network and version', async () => {
    const { network: _, ...player } = playerOf({
      trailerId: crypto.randomUUID(),
      trailerSeconds: null,
      userAgent: null,
      ipAddress: '127.0.0.1',
    });
    players = [player];
    await open();
    expect(rows()[0]).toHaveTextContent(
      /A version that is not listed0:42Since.*Unknown.*127\.0\.0\.1 this machineEnd playback$/,
    );
    const calls = api.calls(routes.trailers.list).length;
    await seconds(5);
    expect([calls, api.calls(routes.trailers.list).length]).toEqual([2, 2]);
  });

  it('names the flags of a visit, with a link to the person', async () => {
    players = [playerOf({ flags: ['watermark', 'twoNetworks'] })];
    await open();
    for (const name of ['Watermark removed', 'Two networks in turn'])
      expect(within(rows()[0] as HTMLElement).getByRole('link', { name })).toHaveAttribute(
        'href',
        `/upload/audience?person=${players[0]?.leadId}`,
      );
  });

  it('marks staff, and links to no page of theirs', async () => {
    players = [playerOf({ staff: true })];
    await open();
    expect(screen.getByRole('status')).toHaveTextContent('Nobody is watching now.');
    expect(within(rows()[0] as HTMLElement).getByTitle(/is not counted/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Ada Lovelace' })).toBeNull();
  });

  it('asks only for the players that it shows', async () => {
    players = Array.from({ length: 130 }, (_, n) => playerOf({ name: `Visitor ${n}` }));
    await open();
    expect(rows()).toHaveLength(100);
    expect(screen.getByText('100 of 130 shown')).toBeVisible();
    act(() => screen.getByRole('button', { name: 'Load more' }).click());
    await seconds(1);
    expect(rows()).toHaveLength(130);
    expect(screen.queryByText(/ of 130 shown/)).toBeNull();
    await typeSearch('Visitor 12');
    expect(rows()).toHaveLength(11);
    expect(api.calls(list).at(-1)?.query).toEqual({ q: 'Visitor 12', sort: 'oldest', limit: '200' });
  });

  it('says that nothing matches, and shows all again', async () => {
    await open();
    await typeSearch('Grace');
    expect(screen.getByText('No open player matches.')).toBeVisible();
    act(() => screen.getByRole('button', { name: 'Clear search and filter' }).click());
    await seconds(0.5);
    await seconds(0.5);
    expect(rows()).toHaveLength(1);
  });

  it('shows only flagged visits, and says when there are none', async () => {
    players = [playerOf(), playerOf({ name: 'Grace', flags: ['watermark'] })];
    await open();
    await choose('Flags of the visits', 'flagged');
    expect(rows()).toHaveLength(1);
    expect(rows()[0]).toHaveTextContent('Grace');
    expect(api.calls(list).at(-1)?.query).toEqual({ only: 'flagged', sort: 'oldest', limit: '100' });
    players = [playerOf()];
    await seconds(1);
    expect(screen.getByText('No visit with an open player is flagged.')).toBeVisible();
    expect(screen.getByText('1 watching, 1 playing')).toBeVisible();
    act(() => screen.getByRole('button', { name: 'Clear search and filter' }).click());
    await seconds(0.5);
    await seconds(0.5);
    expect(rows()).toHaveLength(1);
    expect(screen.getByLabelText('Flags of the visits')).toHaveValue('');
  });

  it('has the newest players at the top on request, and a kept row at its place', async () => {
    const at = (hour: number) => `2026-03-01T${hour}:00:00.000Z`;
    const [ada, bob, cleo] = [
      playerOf({ name: 'Ada', startedAt: at(10) }),
      playerOf({ name: 'Bob', startedAt: at(11) }),
      playerOf({ name: 'Cleo', startedAt: at(12) }),
    ];
    players = [ada, bob, cleo];
    api.on(routes.endedPlaybacks.end, { ok: true });
    await open();
    await choose('Order of the players', 'newest');
    const names = () => rows().map((row) => within(row).getAllByRole('link')[0]?.textContent);
    expect(names()).toEqual(['Cleo', 'Bob', 'Ada']);
    fireEvent.click(screen.getByRole('button', { name: 'End playback: Bob' }));
    await seconds(0.5);
    players = [ada, cleo];
    await seconds(1.5);
    expect(names()).toEqual(['Cleo', 'Bob', 'Ada']);
  });

  it('keeps search, filter and order in the address', async () => {
    players = [playerOf({ name: 'Grace', flags: ['watermark'] })];
    renderApp(<LiveScreen unlocked />, '/upload/live?q=Gr&only=flagged&sort=newest&unknown=1');
    await seconds(0.5);
    const query = { q: 'Gr', only: 'flagged', sort: 'newest', limit: '100' };
    expect(api.calls(list).map((request) => request.query)).toEqual([query]);
    expect(screen.getByLabelText('Search name or email address')).toHaveValue('Gr');
    await choose('Flags of the visits', '');
    await choose('Order of the players', 'oldest');
    expect(window.location.search).toBe('?q=Gr');
  });

  it('counts further players of a visit', async () => {
    players = [playerOf({ more: 1 }), playerOf({ more: 6 }), playerOf()].map((player, n) => ({
      ...player,
      startedAt: `2026-03-01T1${n}:00:00.000Z`,
    }));
    await open();
    expect(rows()[0]).toHaveTextContent('This visit has 1 more open player.');
    expect(rows()[1]).toHaveTextContent('This visit has 6 more open players.');
    expect(rows()[2]).not.toHaveTextContent('more open');
  });

  it('says that flags cannot be read', async () => {
    api.on(list, { players, total: 1, watching: 1, playing: 1, flagsUnavailable: true });
    await open();
    expect(screen.getByText(/^Flags cannot be read right now/)).toBeVisible();
    api.on(list, { players, total: 1, watching: 1, playing: 1 });
    await seconds(1);
    expect(screen.queryByText(/^Flags cannot be read right now/)).toBeNull();
  });

  it('says how to find others when there are too many', async () => {
    const many = Array.from({ length: 500 }, () => playerOf());
    const live = { players: many, total: 501, watching: 501, playing: 501 };
    await open(
      <LiveList
        live={live}
        sort="oldest"
        kept={[]}
        onKeep={() => undefined}
        titles={new Map()}
        onMore={() => undefined}
      />,
    );
    expect(
      screen.getByText('500 of 501 shown · Search, filter or change the order to find others.'),
    ).toBeVisible();
    expect(screen.queryByText('Load more')).toBeNull();
  });

  it('says that the list is outdated while the portal does not answer, and recovers', async () => {
    await open();
    api.on(list, () => failure('SERVICE_UNAVAILABLE'));
    await seconds(1.5);
    expect(screen.getByText(/^The list is not up to date/)).toBeVisible();
    expect(rows()).toHaveLength(1);
    api.on(list, { players: [], total: 0, watching: 0, playing: 0 });
    await seconds(1.5);
    expect(screen.queryByText(/^The list is not up to date/)).toBeNull();
  });

  it('recovers by itself when the first answer fails', async () => {
    api.on(list, () => failure('SERVICE_UNAVAILABLE'));
    await open();
    expect(screen.getByRole('alert')).toHaveTextContent('The open players could not be loaded.');
    api.on(list, { players, total: 1, watching: 1, playing: 1 });
    await seconds(1.5);
    expect(rows()).toHaveLength(1);
  });

  it('asks nothing while the page is locked', async () => {
    await open(<LiveScreen unlocked={false} />);
    await seconds(10);
    expect(api.calls(list)).toEqual([]);
  });

  it('ends a playback and allows it again, except for staff', async () => {
    const [player] = players as [LivePlayer];
    players.push(playerOf({ name: 'Grace', staff: true, startedAt: '2026-03-01T10:30:00.000Z' }));
    const { end, allow } = routes.endedPlaybacks;
    api.on(end, { ok: true }).on(allow, { ok: true });
    await open();
    const [row, ofStaff] = rows() as [HTMLElement, HTMLElement];
    expect(within(ofStaff).queryByRole('button')).toBeNull();
    fireEvent.click(within(row).getByRole('button', { name: 'End playback: Ada Lovelace' }));
    await seconds(0.5);
    const params = { leadId: player.leadId, trailerId: player.trailerId };
    expect(api.calls(end).map((call) => call.params)).toEqual([params]);
    expect(row).toHaveTextContent(/Playback ended.*the same person can watch on in a new visit\. Block$/);
    expect(within(row).getByRole('link', { name: 'Block Ada Lovelace' })).toHaveAttribute(
      'href',
      `/upload/audience?person=${player.leadId}`,
    );
    // The player closes. Its row stays at its place, so that nobody ends another playback by mistake.
    players = [playerOf({ name: 'Bob', startedAt: '2026-03-01T11:00:00.000Z' })];
    await seconds(1.5);
    expect(rows()[1]).toHaveTextContent('Bob');
    expect(rows()[0]).toHaveTextContent(/Ada Lovelace.*Playback ended/);
    expect(rows()[0]).not.toHaveTextContent('No signal');
    // A player of another version does not replace it, although it is of the same visit.
    players = [
      playerOf({
        leadId: player.leadId,
        trailerId: crypto.randomUUID(),
        startedAt: '2026-03-01T11:00:00.000Z',
      }),
    ];
    await seconds(1);
    expect(rows()).toHaveLength(2);
    expect(rows()[0]).toHaveTextContent(/Playback ended/);
    // It closes a moment later, and has no signal meanwhile.
    players = [{ ...player, state: 'noSignal' }];
    await seconds(1);
    expect(rows()[0]).toHaveTextContent(/Playback ended/);
    expect(rows()[0]).not.toHaveTextContent('No signal');
    fireEvent.click(within(row).getByRole('button', { name: 'Allow playback again: Ada Lovelace' }));
    await seconds(0.5);
    expect(api.calls(allow).map((call) => call.params)).toEqual([params]);
    expect(within(row).getByRole('button', { name: 'End playback: Ada Lovelace' })).toBeEnabled();
  });

  it('says that a playback could not be ended', async () => {
    api.on(routes.endedPlaybacks.end, () => failure('SERVICE_UNAVAILABLE'));
    await open();
    fireEvent.click(within(rows()[0] as HTMLElement).getByRole('button', { name: /^End playback/ }));
    await seconds(0.5);
    expect(screen.getByText('Not Ended')).toBeVisible();
    expect(within(rows()[0] as HTMLElement).getByRole('button', { name: /^End playback/ })).toBeEnabled();
  });
});
