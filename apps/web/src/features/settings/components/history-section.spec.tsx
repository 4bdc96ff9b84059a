import { jest } from '@jest/globals';
import { routes, type SettingsHistoryEntry } from '@secure-preview/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import AdminArea from '../../../app/admin-area.js';
import { answer, FakeApi, failure } from '../../../testing/fake-api.js';
import { fakeSettingsApi } from '../../../testing/fake-settings-api.js';
import { historyPage, settings, settingsHistory } from '../../../testing/fixtures.js';
import { renderApp } from '../../../testing/render-app.js';
import { savedFiles } from '../../../testing/saved-files.js';

const { history } = routes.settings;
let api: FakeApi;

const open = () => renderApp(<AdminArea />, '/upload/settings');
const queries = () => api.calls(history).map(({ query }) => query);
const listed = async () =>
  within(await screen.findByRole('list', { name: 'Changes of the settings' })).getAllByText(
    /^administrator|^operator/,
  );
const button = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  // The test environment takes seconds to look through hundreds of options.
  jest.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/Berlin']);
  api = fakeSettingsApi(() => settings);
});
afterEach(() => jest.restoreAllMocks());

it('is searched and filtered, and says that nothing matches', async () => {
  api.on(history, ({ query: { q = '', name = '' } }) => {
    const found = settingsHistory.filter((entry) => JSON.stringify(entry).includes(q));
    return answer(history, historyPage(name === 'timeZone' ? [] : found));
  });
  const { user } = open();
  expect(await listed()).toHaveLength(2);
  expect(screen.getByText('2 of 2 shown')).toBeVisible();
  await user.type(screen.getByLabelText('Search value or administrator'), 'Amelia');
  await waitFor(async () => expect(await listed()).toHaveLength(1));
  const setting = screen.getByLabelText('Changed setting');
  await user.selectOptions(setting, 'Company name');
  await waitFor(() => expect(queries().at(-1)).toEqual({ q: 'Amelia', name: 'companyName' }));
  await user.selectOptions(setting, 'Time zone');
  expect(await screen.findByText('No change matches.')).toBeVisible();
  await user.click(button('Clear search and filter'));
  await waitFor(async () => expect(await listed()).toHaveLength(2));
  expect(screen.getByLabelText('Search value or administrator')).toHaveValue('');
});

it('has neither search nor export before the first change', async () => {
  api.on(history, historyPage([]));
  open();
  expect(await screen.findByText(/^Nothing has been changed yet/)).toBeVisible();
  expect(screen.queryByLabelText('Search value or administrator')).toBeNull();
  expect(screen.queryByRole('group', { name: 'Export these changes' })).toBeNull();
});

describe('the export', () => {
  const terms: SettingsHistoryEntry = {
    version: 3,
    at: '2026-03-02T12:00:00.000Z',
    byName: '=Noor',
    changes: [
      { name: 'termsTexts', language: 'de', from: 'a1', to: null },
      { name: 'languages', from: ['en'], to: ['en', 'de'] },
    ],
  };
  /** Answers an export in two pages, the second by a function. */
  const answerPages = (second: () => Response) =>
    api.on(history, ({ query }) =>
      query['cursor'] === '3' && query['limit'] === '250'
        ? second()
        : answer(history, { entries: [terms], total: 3, nextCursor: '3' }),
    );
  const rest = () => answer(history, { entries: settingsHistory, total: 3, nextCursor: null });

  it('has a row for each changed setting, and no cell that a spreadsheet runs', async () => {
    const saved = savedFiles();
    answerPages(rest);
    const { user } = open();
    await listed();
    await user.selectOptions(screen.getByLabelText('Changed setting'), 'Company name');
    await waitFor(() => expect(queries().at(-1)).toEqual({ name: 'companyName' }));
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toMatch(/^settings-history-\d{4}-\d\d-\d\d\.csv$/);
    expect(((await saved[0]?.text()) ?? '').trim().split('\r\n')).toEqual([
      'version,at,byName,setting,language,from,to',
      "3,2026-03-02T12:00:00.000Z,'=Noor,termsTexts,de,a1,",
      `3,2026-03-02T12:00:00.000Z,'=Noor,languages,,en,"en, de"`,
      '2,2026-03-01T12:00:00.000Z,Amelia Öztürk,companyName,,Meridian,Meridian Film',
      '1,2026-02-27T09:30:00.000Z,,companyName,,,Meridian',
      '1,2026-02-27T09:30:00.000Z,,contactEmail,,,press@meridian.example',
    ]);
    expect(queries().slice(-2)).toEqual([
      { name: 'companyName', limit: '250' },
      { name: 'companyName', limit: '250', cursor: '3' },
    ]);
    expect(await screen.findByText('The export is saved. Rows: 5.')).toBeInTheDocument();
  });

  it('continues where it stopped', async () => {
    const saved = savedFiles();
    answerPages(() => failure('INTERNAL'));
    const { user } = open();
    await listed();
    await user.click(button('Export JSON'));
    expect(await screen.findByText('The export stopped at 2 of 6 rows.')).toBeVisible();
    answerPages(rest);
    await user.click(button('Continue'));
    await waitFor(() => expect(saved).toHaveLength(1));
    const rows = JSON.parse((await saved[0]?.text()) ?? '') as { version: number }[];
    expect(rows.map(({ version }) => version)).toEqual([3, 3, 2, 1, 1]);
    expect(queries().filter(({ limit, cursor }) => limit && !cursor)).toHaveLength(1);
  });
});
