import { jest } from '@jest/globals';
import { type ListedLeakCase, routes } from '@secure-preview/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, FakeApi, failure } from '../../../testing/fake-api.js';
import { config, listedTrailerOf } from '../../../testing/fixtures.js';
import { leakCaseOf, leakResultOf } from '../../../testing/leak-fixtures.js';
import { renderApp } from '../../../testing/render-app.js';
import { LeaksScreen } from './leaks-screen.js';

const { leaks, trailers } = routes;
const onLeave = jest.fn();
let api: FakeApi;
let cases: ListedLeakCase[];
/** Tells the page that a clip was uploaded. */
let created: (caseId: string) => void;

const caseOf = (over: Partial<ListedLeakCase> = {}): ListedLeakCase => ({
  id: crypto.randomUUID(),
  fileName: 'found on a forum.mp4',
  seconds: 20,
  status: 'done',
  step: null,
  progress: 100,
  createdAt: '2026-03-03T12:00:00.000Z',
  verdict: 'named',
  title: 'Episode One',
  ...over,
});

beforeEach(() => {
  cases = [caseOf()];
  api = new FakeApi()
    .install()
    .on(routes.portal.config, config)
    .on(trailers.list, [listedTrailerOf({ marked: true })])
    .on(leaks.list, () => answer(leaks.list, { cases }));
});

const open = ({ isUploading = false } = {}) =>
  renderApp(
    <LeaksScreen
      unlocked
      isUploading={isUploading}
      onUnsaved={() => undefined}
      onLeave={onLeave}
      renderUpload={(onCreated) => {
        created = onCreated;
        return <p>Upload</p>;
      }}
    />,
    '/upload/leaks',
  );
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the list of examined clips', () => {
  it('shows what was found, and leads to the case, whose heading takes the focus', async () => {
    const found = leakCaseOf(leakResultOf([]), { id: cases[0]?.id ?? '' });
    api.on(leaks.read, found);
    const { user } = open();
    const link = await screen.findByRole('link', { name: 'found on a forum.mp4' });
    const row = link.closest('li');
    for (const text of ['Named', 'Episode One', 'Length 0:20', 'Added Mar 3, 2026'])
      expect(row).toHaveTextContent(text);
    await user.click(link);
    await waitFor(async () => expect(await heading('found on a forum.mp4')).toHaveFocus());
    expect(location.pathname).toBe(`/upload/leaks/${found.id}`);
    expect(screen.queryByText('Upload')).toBeNull();
  });

  it('stays behind a case during an upload', async () => {
    api.on(leaks.read, leakCaseOf(leakResultOf([]), { id: cases[0]?.id ?? '' }));
    const { user } = open({ isUploading: true });
    await user.click(await screen.findByRole('link', { name: 'found on a forum.mp4' }));
    await waitFor(async () => expect(await heading('found on a forum.mp4')).toHaveFocus());
    expect(screen.getByText('Upload')).not.toBeVisible();
    expect(screen.getAllByRole('main')).toHaveLength(1);
  });

  it('opens the case of a clip that was uploaded', async () => {
    const found = leakCaseOf(leakResultOf([]));
    api.on(leaks.read, found);
    open({ isUploading: true });
    await heading('Leaks');
    act(() => created(found.id));
    expect(await heading('found on a forum.mp4')).toBeVisible();
    act(() => created(crypto.randomUUID()));
    expect(location.pathname).toBe(`/upload/leaks/${found.id}`);
  });

  it('says that some must be deleted once it is full', async () => {
    cases = Array.from({ length: 200 }, () => caseOf());
    open();
    expect(await screen.findByText(/^200 clips are kept at most\. Delete some before/)).toBeVisible();
  });

  it('is empty at first', async () => {
    cases = [];
    open();
    expect(await screen.findByText('No clip has been examined yet.')).toBeVisible();
  });

  it('says that no version is marked, with a link to the setting', async () => {
    api.on(trailers.list, [listedTrailerOf({ marked: false })]);
    const { user } = open();
    const notice = within(await screen.findByRole('region', { name: 'No version is marked' }));
    expect(notice.getByText(/“Mark new trailers”/)).toBeVisible();
    await user.click(notice.getByRole('link', { name: 'Open the settings' }));
    expect(onLeave).toHaveBeenCalledWith('/upload/settings');
  });

  it('says nothing of that if a version is marked', async () => {
    open();
    await screen.findByRole('link', { name: 'found on a forum.mp4' });
    expect(screen.queryByRole('region', { name: 'No version is marked' })).toBeNull();
  });

  it('can be loaded again after an error', async () => {
    api.on(leaks.list, () => failure('SERVICE_UNAVAILABLE'));
    const { user } = open();
    expect(await screen.findByText('The examined clips could not be loaded.')).toBeVisible();
    api.on(leaks.list, () => answer(leaks.list, { cases }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'found on a forum.mp4' })).toBeVisible();
  });
});

describe('a clip that is examined', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const seconds = (count: number) => act(() => jest.advanceTimersByTimeAsync(count * 1000));

  it('is followed until it is done', async () => {
    const [done] = cases;
    cases = [caseOf({ ...done, status: 'working', step: 'read', progress: 70, verdict: null, title: null })];
    open();
    await seconds(0.5);
    expect(screen.getByText('Reading the marks')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Progress of found on a forum.mp4' })).toHaveValue(70);
    cases = [caseOf(done)];
    await seconds(2);
    expect(screen.queryByRole('progressbar')).toBeNull();
    const calls = api.calls(leaks.list).length;
    await seconds(10);
    expect([calls, api.calls(leaks.list).length]).toEqual([2, 2]);
  });
});
