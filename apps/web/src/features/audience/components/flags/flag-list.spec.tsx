import { jest } from '@jest/globals';
import { type Flag, type FlagFacts, routes } from '@secure-preview/contracts';
import { screen, within } from '@testing-library/react';
import { answer, FakeApi, failure } from '../../../../testing/fake-api.js';
import { trailerId } from '../../../../testing/fixtures.js';
import { flagOf, personPageOf, visitOf } from '../../../../testing/person-fixtures.js';
import { renderApp } from '../../../../testing/render-app.js';
import { PersonView } from '../person/person-view.js';

const { read } = routes.person;
const { dismiss } = routes.flags;
const visit = visitOf();
const dismissedAt = '2026-03-02T12:00:00.000Z';
let flags: Flag[];
let api: FakeApi;

beforeEach(() => {
  flags = [flagOf({ leadId: visit.id })];
  api = new FakeApi().install().on(read, () => answer(read, personPageOf([visit], { flags })));
});
afterEach(() => jest.restoreAllMocks());

const open = () =>
  renderApp(
    <PersonView personId={personPageOf().person.id} unlocked renderBlockDialog={() => null} />,
    '/upload/audience?person=1',
  ).user;
const items = async () =>
  within(await screen.findByRole('list', { name: 'Flags, newest first' })).getAllByRole('listitem');

it.each<[FlagFacts, RegExp]>([
  [
    { kind: 'copying', deliveredSeconds: 750, elapsedSeconds: 190, seeks: 1 },
    /^The visit loaded 12:30 of the film within 3:10, with one jump to another position/,
  ],
  [
    { kind: 'noPlayer', deliveredSeconds: 50, elapsedSeconds: 70 },
    /^The visit loaded 0:50 of the film within 1:10, and no player reported anything/,
  ],
  [
    { kind: 'copying', deliveredSeconds: 750, elapsedSeconds: 190, seeks: 1, visits: 4 },
    /have copied the film\. These figures add up 4 visits of this person\.$/,
  ],
  [
    { kind: 'twoNetworks', networks: ['203.0.113.0/24', '198.51.100.0/24'], withinSeconds: 90 },
    /in the network 203\.0\.113\.0\/24, then in 198\.51\.100\.0\/24, .* within 1:30\..*edge of a Wi-Fi/,
  ],
  [{ kind: 'manySessions', sessions: 4 }, /^4 sessions of this person played at the same time/],
  [{ kind: 'watermark', times: 3 }, /^The watermark was removed or covered 3 times/],
])('says what was seen: %j', async (facts, sentence) => {
  flags = [flagOf({ leadId: visit.id, facts })];
  open();
  const [item] = await items();
  expect(within(item as HTMLElement).getByText(sentence)).toBeVisible();
});

it('says when, in which version and visit, what was blocked, and what is not detected', async () => {
  flags = [flagOf({ leadId: visit.id, trailerId, blockedAt: '2026-03-01T12:00:30.000Z' })];
  api.on(read, () => answer(read, personPageOf([{ ...visit, visitEnded: true }], { flags })));
  open();
  const [item] = await items();
  expect(item).toHaveTextContent(/Mar 1, 2026/);
  expect(item).toHaveTextContent(/Episode One · Visit of Mar 1, 2026/);
  expect(item).toHaveTextContent(/Blocked automatically on Mar 1, 2026/);
  expect(screen.getByText(/loads the film at playing speed.* is not detected/)).toBeVisible();
});

it.each([
  ['the person is blocked', { blocks: [{ kind: 'address', value: 'amelia@example.org' }] }, {}, true],
  ['the visit is ended', {}, { visitEnded: true }, true],
  ['both are unknown', { blocks: undefined }, { visitEnded: undefined }, true],
  ['all was taken back', {}, {}, false],
] as const)(
  'says of a dismissed flag that has blocked whether the block stays: %s',
  async (_case, blocked, ended, stays) => {
    const blockedAt = '2026-03-01T12:00:30.000Z';
    flags = [flagOf({ leadId: visit.id, blockedAt, dismissedAt })];
    const page = personPageOf([{ ...visit, ...ended } as typeof visit], { flags });
    api.on(read, { ...page, person: { ...page.person, ...blocked } as typeof page.person });
    open();
    const [item] = await items();
    expect(item).toHaveTextContent(
      stays
        ? /Blocked automatically on Mar 1, 2026.*Dismissing the flag has not taken this back/
        : /Blocked automatically on Mar 1, 2026.*, and taken back since/,
    );
  },
);

it('shows the newest flag first, and the kinds that count at their visit', async () => {
  const { id: leadId } = visit;
  flags = [
    flagOf({ leadId }),
    flagOf({ leadId, at: '2026-03-03T12:00:00.000Z', facts: { kind: 'manySessions', sessions: 4 } }),
    flagOf({ leadId, at: '2026-03-02T12:00:00.000Z', dismissedAt }),
  ];
  open();
  const kinds = (await items()).map((item) => /Watermark removed|Many sessions/.exec(item.textContent)?.[0]);
  expect(kinds).toEqual(['Many sessions', 'Watermark removed', 'Watermark removed']);
  expect(screen.getByRole('heading', { name: 'Flags (2)' })).toBeVisible();
  const [visitItem] = within(screen.getByRole('list', { name: 'Visits, newest first' })).getAllByRole(
    'heading',
  );
  expect(visitItem).toHaveTextContent(/Watermark removedMany sessions at once$/);
});

it('dismisses a flag, and counts it again', async () => {
  api.on(dismiss, { ok: true });
  const user = open();
  const button = await screen.findByRole('button', { name: 'Dismiss: Watermark removed' });
  const [flag] = flags;
  flags = [flagOf({ ...flag, dismissedAt, dismissedByName: 'Öztürk' })];
  await user.click(button);
  const again = await screen.findByRole('button', { name: 'Count again: Watermark removed' });
  expect(again).toHaveFocus();
  expect(screen.getByText(/^Dismissed on Mar 2, 2026.*, /)).toHaveTextContent(
    /, by an administrator \(Öztürk\)$/,
  );
  expect(screen.getByRole('heading', { name: 'Flags (0)' })).toBeVisible();
  flags = [flagOf({ ...flag, dismissedAt: null })];
  await user.click(again);
  expect(await screen.findByRole('button', { name: 'Dismiss: Watermark removed' })).toHaveFocus();
  const sent = api.calls(dismiss).map(({ params, body }) => ({ ...params, ...(body as object) }));
  expect(sent).toEqual([
    { flagId: flag?.id, dismissed: true },
    { flagId: flag?.id, dismissed: false },
  ]);
});

it('says that a flag could not be dismissed', async () => {
  api.on(dismiss, () => failure('SERVICE_UNAVAILABLE'));
  await open().click(await screen.findByRole('button', { name: 'Dismiss: Watermark removed' }));
  expect(await screen.findByText('Not Dismissed')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Dismiss: Watermark removed' })).toHaveFocus();
});

it('says how many flags are left out', async () => {
  api.on(read, () => answer(read, personPageOf([visit], { flags, flagsOmitted: 7 })));
  open();
  expect(await screen.findByText(/^Flags that are left out here: 7\./)).toBeVisible();
});

it('shows nothing without flags', async () => {
  flags = [];
  open();
  await screen.findByRole('heading', { name: /^Visits/ });
  expect(screen.queryByText(/^Flags/)).toBeNull();
});

it('says that flags cannot be read', async () => {
  const { flags: _, ...page } = personPageOf([visit]);
  api.on(read, page);
  open();
  expect(await screen.findByText('The flags of this person cannot be read right now.')).toBeVisible();
});
