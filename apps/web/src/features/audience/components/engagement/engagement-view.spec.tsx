import { jest } from '@jest/globals';
import { type Engagement, engagementRoutes, trailersRoutes } from '@secure-preview/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { loadMessages } from '../../../../lib/language/page-language.js';
import type { Messages } from '../../../../messages/en.js';
import { bracketed, bracketedMessages, hardCodedTexts } from '../../../../testing/bracketed-messages.js';
import { FakeApi, failure } from '../../../../testing/fake-api.js';
import { listedTrailerOf } from '../../../../testing/fixtures.js';
import { renderApp } from '../../../../testing/render-app.js';
import { savedFiles } from '../../../../testing/saved-files.js';
import { AudienceScreen } from '../audience-screen.js';

const first = listedTrailerOf({ title: 'First cut', createdAt: '2026-01-01T12:00:00Z' });
const second = listedTrailerOf({ title: 'Second cut', createdAt: '2026-02-01T12:00:00Z', active: true });
const engagement: Engagement = {
  trailerId: first.id,
  timeZone: 'Europe/Berlin',
  lengthSeconds: 3,
  viewers: 1200,
  finished: 300,
  reachedEnd: 600,
  meanShare: 0.625,
  medianShare: 0.5,
  bucketSeconds: 1,
  buckets: [
    { from: 0, watching: 1200, saw: 1100, plays: 1500, left: 599 },
    { from: 1, watching: 601, saw: 601, plays: 601, left: 1 },
    { from: 2, watching: 600, saw: 600, plays: 601, left: 0 },
  ],
  days: [
    { day: '2026-03-01', newViewers: 1199, viewings: 1300 },
    { day: '2026-03-03', newViewers: 1, viewings: 1 },
  ],
};
const nobody: Engagement = {
  ...engagement,
  viewers: 0,
  finished: null,
  reachedEnd: null,
  meanShare: null,
  medianShare: null,
  buckets: [],
  days: [],
};
const { read } = engagementRoutes;
let api: FakeApi;

beforeEach(() => {
  api = new FakeApi()
    .install()
    .on(trailersRoutes.list, [second, { ...first, active: false }])
    .on(read, engagement);
});

afterEach(() => jest.restoreAllMocks());

const open = (trailerId = first.id, messages?: Messages) =>
  renderApp(
    <AudienceScreen unlocked renderBlockDialog={() => null} />,
    `/upload/audience?version=${trailerId}`,
    messages,
  );
const slider = (name: string) => screen.findByRole<HTMLInputElement>('slider', { name });
const plotOf = (name: string) => within(screen.getByRole('region', { name }));

const figures = async () =>
  Object.fromEntries(
    (await screen.findAllByRole('term')).map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]),
  );

it('shows the figures', async () => {
  open();
  expect(await figures()).toEqual({
    Length: '0:03',
    'People who watched': '1,200',
    'Finished (at least 90%)': '300 (25%)',
    'Reached the end': '600 (50%)',
    'Mean share watched': '63%',
    'Median share watched': '50%',
  });
});

it('names the same share of a finished film in German, with percentages as German writes them', async () => {
  const german = await loadMessages('de');
  await german.adminTexts?.load();
  open(first.id, german);
  expect(await figures()).toMatchObject({
    'Fertig gesehen (ab 90\u00a0%)': '300 (25\u00a0%)',
    'Mittlerer gesehener Anteil': '63\u00a0%',
  });
});

it('says what is unknown without a length', async () => {
  api.on(read, {
    ...engagement,
    lengthSeconds: null,
    finished: null,
    reachedEnd: null,
    meanShare: null,
    medianShare: null,
  });
  open();
  expect(await screen.findAllByText('Unknown')).toHaveLength(5);
  expect(screen.getByText(/The length of this version is unknown/)).toBeVisible();
});

it('reads the values of each plot with the keyboard', async () => {
  open();
  const watching = await slider('Still watching');
  expect(watching).toHaveAttribute('aria-valuetext', '0:00: 1,200 people');
  fireEvent.change(watching, { target: { value: '1' } });
  expect(watching).toHaveAttribute('aria-valuetext', '0:01: 601 people');
  expect(plotOf('Still watching').getByText('0:01: 601 people')).toBeVisible();
  fireEvent.blur(watching);
  expect(plotOf('Still watching').queryByText('0:01: 601 people')).toBeNull();

  expect(await slider('Plays of each second')).toHaveAttribute(
    'aria-valuetext',
    '0:00: 1,500 plays, 1,100 people',
  );
  const left = await slider('Where people leave');
  fireEvent.change(left, { target: { value: '1' } });
  expect(left).toHaveAttribute('aria-valuetext', '0:01: 1 person');
  const days = await slider('By day');
  expect(days.max).toBe('6');
  fireEvent.change(days, { target: { value: '5' } });
  expect(days).toHaveAttribute('aria-valuetext', 'Mar 2, 2026: 0 viewings, 0 new viewers');
  fireEvent.change(days, { target: { value: '6' } });
  expect(days).toHaveAttribute('aria-valuetext', 'Mar 3, 2026: 1 viewing, 1 new viewer');
});

it('reads the value below the pointer', async () => {
  open();
  const area = (await slider('Still watching')).parentElement as HTMLElement;
  area.getBoundingClientRect = () => ({ left: 100, width: 300 }) as DOMRect;
  const text = () => plotOf('Still watching').queryByText(/people$/)?.textContent;
  // jsdom has no PointerEvent with coordinates.
  const point = (type: string, clientX: number) =>
    fireEvent(area, new MouseEvent(type, { bubbles: true, clientX }));
  point('pointermove', 399);
  expect(text()).toBe('0:02: 600 people');
  point('pointermove', 90);
  expect(text()).toBe('0:00: 1,200 people');
  point('pointermove', 500);
  expect(text()).toBe('0:02: 600 people');
  point('pointerout', 500);
  await waitFor(() => expect(text()).toBeUndefined());
});

it('has each plot as a table', async () => {
  const { user } = open();
  await slider('Still watching');
  const plot = plotOf('Plays of each second');
  expect(plot.queryByRole('table')).toBeNull();
  await user.click(plot.getByText('Show as table'));
  const rows = within(await plot.findByRole('table')).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Time in the film', 'Plays', 'People who saw it'],
    ['0:00', '1,500', '1,100'],
    ['0:01', '601', '601'],
    ['0:02', '601', '600'],
  ]);
});

it('exports the counts by second with the version', async () => {
  const files = savedFiles();
  const { user } = open();
  await screen.findByRole('option', { name: /First cut/ });
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await screen.findByText('The export is saved. Rows: 3.');
  expect(files[0]?.name).toMatch(/^engagement-\d{4}-\d\d-\d\d\.csv$/);
  expect((await files[0]?.text())?.split('\r\n').slice(0, 2)).toEqual([
    'trailerId,title,from,watching,saw,plays,left',
    `${first.id},First cut,0,1200,1100,1500,599`,
  ]);
});

it('changes the version without losing the focus', async () => {
  api.on(read, nobody);
  const { user } = open();
  const choice = await screen.findByRole('combobox', { name: 'Version' });
  await screen.findByRole('option', { name: /Second cut/ });
  expect(within(choice).getAllByRole('option')).toHaveLength(2);
  choice.focus();
  await user.selectOptions(choice, second.id);
  await waitFor(() => expect(location.search).toBe(`?version=${second.id}`));
  await waitFor(() => expect(api.calls(read).at(-1)?.params.trailerId).toBe(second.id));
  expect(screen.getByRole('combobox', { name: 'Version' })).toHaveFocus();
});

it('says that nobody has watched a version yet', async () => {
  api.on(read, nobody);
  open();
  expect(await screen.findByText('Nobody has watched this version yet.')).toBeVisible();
  expect(screen.queryByRole('slider')).toBeNull();
});

it('shows a version that was deleted after it was watched', async () => {
  open(crypto.randomUUID());
  await slider('Still watching');
  expect(await screen.findByRole('option', { name: 'Deleted version' })).toBeInTheDocument();
});

it('says that a version does not exist, and tries again after a failure', async () => {
  api.on(read, () => failure('TRAILER_NOT_FOUND'));
  const { user } = open();
  expect(await screen.findByText('This version does not exist.')).toBeVisible();
  api.on(read, () => failure('SERVICE_UNAVAILABLE'));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The engagement could not be loaded.')).toBeVisible();
  api.on(read, engagement);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await slider('Still watching');
});

it('has no text that is not in the catalogue', async () => {
  const { user } = renderApp(
    <AudienceScreen unlocked renderBlockDialog={() => null} />,
    `/upload/audience?version=${first.id}`,
    bracketedMessages,
  );
  await slider(bracketed('By day'));
  await screen.findByRole('option', { name: /Second cut/ });
  for (const summary of screen.getAllByText(bracketed('Show as table'))) await user.click(summary);
  expect(await screen.findAllByRole('table')).toHaveLength(4);
  // Names of months come from the browser.
  expect(hardCodedTexts([first.title, second.title, 'Europe/Berlin', 'Feb', 'März'])).toEqual([]);
});
