import { jest } from '@jest/globals';
import { type ExportedLead, exportedLeadColumns, leadsHeaders, routes } from '@secure-preview/contracts';
import { screen, waitFor } from '@testing-library/react';
import { answer, FakeApi, failure } from '../../../../testing/fake-api.js';
import { leadOf, statuses } from '../../../../testing/fixtures.js';
import { renderApp } from '../../../../testing/render-app.js';
import { type SavedFile, savedFiles } from '../../../../testing/saved-files.js';
import { LeadsSection } from './leads-section.js';

const { auth, leads } = routes;
const id = '7c4bdf6e-3a3c-4f5e-9c1b-4a0a4a5f1c11';
const rowOf = (name: string): ExportedLead => ({
  id,
  capturedAt: '2026-03-01T12:00:00.000001Z',
  name,
  email: 'ada@example.org',
  verifiedBy: 'code',
  ipAddress: '203.0.113.84',
  userAgent: 'Mozilla/5.0 (X11, "Linux")',
  termsVersion: '2025-10',
  termsSha256: 'a'.repeat(64),
  watchedSeconds: 72.5,
  watchedShare: 0.8,
  deliveredSeconds: null,
  deliveredShare: null,
  lastSeenAt: null,
});
let api: FakeApi;
let saved: SavedFile[];

beforeEach(() => {
  saved = savedFiles();
  api = new FakeApi().install().on(auth.status, statuses.uploader);
  api.on(leads.list, () =>
    answer(leads.list, [leadOf({ name: 'Ada' })], {
      [leadsHeaders.total]: '2',
      [leadsHeaders.hasProofs]: 'true',
    }),
  );
  answerPages(last);
});
afterEach(() => jest.restoreAllMocks());

/** Answers an export in two pages. */
const answerPages = (secondPage: () => Response) =>
  api.on(leads.export, ({ query }) =>
    query['cursor'] === 'next'
      ? secondPage()
      : answer(leads.export, { leads: [rowOf('=1+1')], total: 2, nextCursor: 'next' }),
  );
const last = () => answer(leads.export, { leads: [rowOf('Zoë')], total: 2, nextCursor: null });

async function open() {
  const { user } = renderApp(<LeadsSection unlocked renderBlockDialog={() => null} />, '/upload');
  await screen.findByText('Ada');
  return user;
}
const queries = () => api.calls(leads.export).map(({ query }) => query);
const button = (name: string) => screen.getByRole('button', { name });

describe('the export of leads', () => {
  it('reads all pages that match search, filter and order, and saves them as CSV with escaped formulas', async () => {
    const user = await open();
    await user.selectOptions(screen.getByLabelText('Proof of the address'), 'Proved');
    await user.selectOptions(screen.getByLabelText('Order of the leads'), 'By name');
    await user.type(screen.getByRole('searchbox'), 'ada');
    await waitFor(() => expect(api.calls(leads.list).at(-1)?.query['q']).toBe('ada'));
    await user.click(button('Export CSV'));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(queries()).toEqual([
      { q: 'ada', sort: 'name', proof: 'proved', limit: '500' },
      { q: 'ada', sort: 'name', proof: 'proved', limit: '500', cursor: 'next' },
    ]);
    expect(saved[0]?.name).toMatch(/^leads-\d{4}-\d\d-\d\d\.csv$/);
    const agent = '"Mozilla/5.0 (X11, ""Linux"")"';
    const rest = `ada@example.org,code,203.0.113.84,${agent},2025-10,${'a'.repeat(64)},72.5,0.8,,,`;
    expect((await saved[0]?.text())?.split('\r\n')).toEqual([
      exportedLeadColumns.join(','),
      `${id},2026-03-01T12:00:00.000001Z,'=1+1,${rest}`,
      `${id},2026-03-01T12:00:00.000001Z,Zoë,${rest}`,
      '',
    ]);
  });

  it('continues where it was cut, and saves JSON', async () => {
    answerPages(() => failure('INTERNAL'));
    const user = await open();
    await user.click(button('Export JSON'));
    expect(await screen.findByText('The export stopped at 1 of 2 rows.')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Progress of the export' })).toHaveValue(50);
    expect(saved).toEqual([]);
    answerPages(last);
    await user.click(button('Continue'));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual([rowOf('=1+1'), rowOf('Zoë')]);
    expect(queries().filter(({ cursor }) => !cursor)).toHaveLength(1);
  });

  it('keeps the focus and announces each step', async () => {
    const user = await open();
    button('Export CSV').focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('The export is saved. Rows: 2.')).toHaveAttribute('role', 'status');
    expect(screen.getByRole('group', { name: 'Export these leads' })).toHaveFocus();
    await user.tab();
    expect(button('Export CSV')).toHaveFocus();
  });

  it('goes on while the list is searched, and is cancelled on request', async () => {
    api.on(
      leads.export,
      ({ init }) =>
        new Promise<Response>((_, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    );
    const user = await open();
    await user.click(button('Export CSV'));
    api.on(leads.list, () => answer(leads.list, [], { [leadsHeaders.total]: '0' }));
    await user.type(screen.getByRole('searchbox'), 'nobody');
    expect(await screen.findByText('No lead matches “nobody”.')).toBeVisible();
    expect(screen.getByText('0 of 2 rows are read')).toBeVisible();
    await user.click(button('Cancel'));
    expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeDisabled();
    expect(screen.queryByText('Export Stopped')).toBeNull();
    expect(saved).toEqual([]);
  });
});
