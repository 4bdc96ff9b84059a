import { jest } from '@jest/globals';
import { type LeakCaseWithPeople, notice, routes } from '@secure-preview/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, FakeApi, failure } from '../../../../testing/fake-api.js';
import { config } from '../../../../testing/fixtures.js';
import {
  leakCaseOf,
  leakReadingOf,
  leakResultOf,
  markedPersonOf,
  namedPersonOf,
} from '../../../../testing/leak-fixtures.js';
import { renderApp } from '../../../../testing/render-app.js';
import { LeaveContext } from '../../lib/leave.js';
import { LeakCaseView } from './leak-case-view.js';

const { leaks } = routes;
const onUnsaved = jest.fn();
const onLeave = jest.fn();
let api: FakeApi;
let found: LeakCaseWithPeople;

beforeEach(() => {
  jest.clearAllMocks();
  found = leakCaseOf(leakResultOf([]));
  api = new FakeApi()
    .install()
    .on(routes.portal.config, config)
    .on(leaks.list, { cases: [] })
    .on(leaks.read, () => answer(leaks.read, found));
});

const open = () =>
  renderApp(
    <LeaveContext value={onLeave}>
      <LeakCaseView caseId={found.id} unlocked onUnsaved={onUnsaved} />
    </LeaveContext>,
    `/upload/leaks/${found.id}`,
  );
const region = (name: string | RegExp) => screen.findByRole('region', { name });
const factOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling;

describe('a clip that names one person', () => {
  const ada = markedPersonOf();

  it('says first whose copy it is, how the address was proved, and how strong the evidence is', async () => {
    found = leakCaseOf(leakResultOf([namedPersonOf(ada)]));
    open();
    const verdict = within(await region('Named'));
    expect(screen.getAllByRole('region')[0]).toHaveAccessibleName('Named');
    expect(verdict.getByText('The clip shows the copy of Ada Lovelace (ada@kino.example).')).toBeVisible();
    expect(verdict.getByText('ada@kino.example').tagName).toBe('BDI');
    expect(factOf('Proof of the address')).toHaveTextContent('proved by code');
    expect(factOf('Visits')).toHaveTextContent(/^2 visits, from Mar 1, 2026.* to Mar 2, 2026/);
    expect(verdict.getByText('N·p = 5.1 · 10⁻¹⁰')).toBeVisible();
    expect(verdict.getByText(/at most 1 of 1\.9 billion cases/)).toBeVisible();
    const link = verdict.getByRole('link', { name: 'Ada Lovelace' });
    expect(link).toHaveAttribute('href', `/upload/audience?person=${ada.markId}`);
    fireEvent.click(link);
    expect(onLeave).toHaveBeenCalledWith(`/upload/audience?person=${ada.markId}`);
  });

  it('speaks of the session that claimed an address that nobody has proved', async () => {
    const claimed = markedPersonOf({ proved: false, verifiedBy: 'none' });
    found = leakCaseOf(leakResultOf([namedPersonOf(claimed)]));
    open();
    const verdict = within(await region('Named'));
    expect(
      verdict.getByText('The clip shows the copy given to the session that claimed ada@kino.example.'),
    ).toBeVisible();
    expect(verdict.getByText(/^Nobody has proved that this address is theirs/)).toBeVisible();
    expect(verdict.getByRole('link', { name: 'claimed: ada@kino.example' })).toBeVisible();
    expect(verdict.queryByText(/Ada Lovelace/)).toBeNull();
  });

  it('says that an invitation link may have been passed on', async () => {
    found = leakCaseOf(leakResultOf([namedPersonOf(markedPersonOf({ proved: false, verifiedBy: 'link' }))]));
    open();
    expect(await screen.findByText(/Whoever had the link could enter\./)).toBeVisible();
  });

  it('says that marks are not listed, although they were read', async () => {
    found = leakCaseOf(leakResultOf([namedPersonOf(ada)], { readings: [leakReadingOf({ marks: [] })] }));
    open();
    expect(await screen.findByText(/^The marks of this version are not listed/)).toBeVisible();
    expect(screen.queryByText('No mark could be read.')).toBeNull();
  });

  it('has the parts of the clip on paper, also while their table is closed', async () => {
    found = leakCaseOf(leakResultOf([namedPersonOf(ada)]));
    open();
    const table = await screen.findByRole('table', { name: 'Table: Parts of the clip' });
    expect(within(table).getByRole('row', { name: /^0:00\.0–0:20\.0/ })).toBeInTheDocument();
    expect(table.parentElement).toHaveClass('hidden', 'print:block');
  });

  it('names nobody whose visits are not stored any more', async () => {
    found = leakCaseOf(leakResultOf([namedPersonOf(ada, { person: null })]));
    open();
    const verdict = within(await region('Named'));
    expect(verdict.getByText(/copy of somebody who is not known any more/)).toBeVisible();
    expect(verdict.queryByRole('link')).toBeNull();
    expect(factOf('Mark')).toHaveTextContent(ada.markId);
  });

  it('reads the names again on request while they cannot be read', async () => {
    found = leakCaseOf(leakResultOf([namedPersonOf(ada, { person: null })]), { peopleUnavailable: true });
    const { user } = open();
    expect(await screen.findByText(/^The names cannot be read right now/)).toBeVisible();
    expect(screen.queryByText(/not known any more/)).toBeNull();
    found = leakCaseOf(leakResultOf([namedPersonOf(ada)]), { id: found.id });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(
      await screen.findByText('The clip shows the copy of Ada Lovelace (ada@kino.example).'),
    ).toBeVisible();
  });

  it('shows the marks over time, of which the cursor reads single ones', async () => {
    found = leakCaseOf(leakResultOf([namedPersonOf(ada)]));
    const { user } = open();
    const marks = within(await region('The marks over time'));
    expect(marks.getByText('39 marks agree, 1 differ')).toBeVisible();
    const cursor = marks.getByRole('slider', { name: 'The marks over time' });
    expect(cursor).toHaveAttribute('max', '119');
    fireEvent.change(cursor, { target: { value: '3' } });
    expect(cursor).toHaveAttribute('aria-valuetext', '0:01.5: differs, variant 2, weight 27');
    fireEvent.change(cursor, { target: { value: '60' } });
    expect(cursor).toHaveAttribute('aria-valuetext', '0:30.0: nothing read');
    await user.click(marks.getByText('Show as table'));
    const table = await marks.findByRole('region', { name: 'Table: The marks over time' });
    const row = within(table).getByRole('row', { name: /^0:01\.5/ });
    expect(row).toHaveTextContent('0:01.5227differs');
  });

  it('shows the numbers: version, mirroring, speed and cuts', async () => {
    const runs = [
      { clipFrom: 0, clipTo: 10, trailerFrom: 0, rate: 1.043 },
      { clipFrom: 10, clipTo: 20, trailerFrom: 40, rate: 1.043 },
    ];
    const readings = [leakReadingOf({ mirrored: true, runs })];
    found = leakCaseOf(leakResultOf([namedPersonOf(ada)], { readings }));
    open();
    await region('The numbers');
    expect(factOf('Copies compared (N)')).toHaveTextContent('1,200');
    expect(factOf('Version')).toHaveTextContent(/^Episode One, uploaded Feb 20, 2026/);
    expect(factOf('Mirrored')).toHaveTextContent('yes');
    expect(factOf('Speed')).toHaveTextContent('4.3% faster');
    expect(factOf('Cuts')).toHaveTextContent('1');
    expect(factOf('Shows')).toHaveTextContent('21 of the 60 seconds');
  });

  it('says in each report what a name means', async () => {
    found = leakCaseOf(leakResultOf([namedPersonOf(ada)]));
    open();
    const meaning = await region('What this means');
    for (const text of [
      /at most 1 in 1,000,000 \(10⁻⁶\)/,
      /any number of people who were sent copies/,
      /1\.2 in 1,000,000 for three/,
      /not the probability that a named person is guilty/,
      /names the person whose copy it was/,
      /used the account or the device of another person/,
      /operator.*could have made such a copy/,
      /one person can enter under many addresses/,
    ])
      expect(meaning).toHaveTextContent(text);
  });

  it('identifies the clip and the portal, also on paper', async () => {
    found = leakCaseOf(leakResultOf([namedPersonOf(ada)]));
    open();
    await region('The clip');
    expect(factOf('File')).toHaveTextContent('found on a forum.mp4');
    expect(factOf('Size')).toHaveTextContent('12.3 MB (12,345,678 bytes)');
    expect(factOf('Length')).toHaveTextContent('0:20');
    expect(factOf('Case')).toHaveTextContent(found.id);
    expect(factOf('SHA-256 of the file')).toHaveTextContent(/^[0-9a-f]{64}$/);
    expect(factOf('Examined by version')).toHaveTextContent('1.0.0');
    expect(await screen.findByText('Meridian Film: report on a found copy')).toBeInTheDocument();
    expect(screen.getByText(/^Printed /)).toBeInTheDocument();
  });
});

describe('a clip that names several people', () => {
  const [ada, ben] = [markedPersonOf(), markedPersonOf({ name: 'Ben', email: 'ben@kino.example' })];
  const both = [
    namedPersonOf(ada, { test: 'pair', partners: [ben.markId] }),
    namedPersonOf(ben, { test: 'pair', partners: [ada.markId], differs: [0, 1] }),
  ];

  it('says who is named with whom', async () => {
    found = leakCaseOf(leakResultOf(both));
    open();
    const verdict = within(await region('Several'));
    expect(verdict.getByText('The clip shows the copies of 2 people.')).toBeVisible();
    expect(
      verdict.getAllByText('Named together with').map((text) => text.parentElement?.textContent),
    ).toEqual(['Named together withBen', 'Named together withAda Lovelace']);
  });

  it('says who is named by one copy alone, and passes the test of two copies as well', async () => {
    const alone = namedPersonOf(ada, { partners: [ben.markId] });
    found = leakCaseOf(leakResultOf([alone, namedPersonOf(ben, { test: 'pair', partners: [ada.markId] })]));
    open();
    const verdict = within(await region('Several'));
    expect(verdict.getByText('Named by the marks of this copy alone.')).toBeVisible();
    expect(verdict.getByText('Also passes the test of two copies with').parentElement).toHaveTextContent(
      /Ben$/,
    );
    expect(verdict.getByText('Named together with').parentElement).toHaveTextContent(/Ada Lovelace$/);
  });

  it('calls people without a proved address by the address that was claimed', async () => {
    const unproved = { name: 'Ada Lovelace', proved: false, verifiedBy: 'none' as const };
    const people = ['one@kino.example', 'two@kino.example'].map((email) =>
      markedPersonOf({ ...unproved, email }),
    );
    const [one = ada, two = ben] = people;
    found = leakCaseOf(
      leakResultOf([
        namedPersonOf(one, { test: 'pair', partners: [two.markId] }),
        namedPersonOf(two, { test: 'pair', partners: [one.markId] }),
      ]),
    );
    open();
    const verdict = await region('Several');
    expect(verdict).toHaveTextContent('Named together withclaimed: two@kino.example');
    expect(screen.getByRole('option', { name: 'claimed: two@kino.example' })).toBeInTheDocument();
    expect(screen.queryByText(/Ada Lovelace/)).toBeNull();
  });

  it('compares the marks with each of them', async () => {
    found = leakCaseOf(leakResultOf(both));
    const { user } = open();
    expect(await screen.findByText('39 marks agree, 1 differ')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Compare with the copy of'), 'Ben');
    expect(screen.getByText('38 marks agree, 2 differ')).toBeVisible();
  });

  it('says that equal copies cannot be told apart', async () => {
    found = leakCaseOf(
      leakResultOf([
        namedPersonOf(ada, { sameCodeword: [ben.markId] }),
        namedPersonOf(ben, { sameCodeword: [ada.markId] }),
      ]),
    );
    open();
    const verdict = within(await region('Several'));
    expect(verdict.getByText(/^The clip shows at least one of these copies\./)).toBeVisible();
    expect(verdict.queryByText(/^The clip shows the cop/)).toBeNull();
    expect(verdict.getAllByText(/cannot tell them apart/)).toHaveLength(2);
    expect(verdict.queryByText(/Several copies are part of the clip/)).toBeNull();
  });
});

describe('a clip that names nobody', () => {
  it.each([
    [
      'otherFilm',
      {},
      null,
      [/of a marked version that can be compared\. Versions whose marks are not checked/],
    ],
    [
      'tooFewReadableSegments',
      { readable: 12, needed: 31 },
      41.2,
      [/12 segments can be read; at least 31 are needed/, /About 42 seconds of such a clip/],
    ],
    ['markTooWeak', { bits: 30.6, neededBits: 30.7 }, null, [/about 30 bits; about 31/, /the whole trailer/]],
    ['markTooWeak', { bits: 20, neededBits: 31 }, 61, [/Even the whole trailer in this quality/]],
    [
      'nobodyStandsOut',
      { bestLog10Np: -3 },
      35,
      [
        /an unmarked copy, one that this portal did not send, or a mix/,
        /N·p = 1\.0 · 10⁻³. It would have to be below 5\.0 · 10⁻⁷/,
        /If two people mixed their copies, about 35 seconds/,
      ],
    ],
    ['ofTheFuture', {}, null, [/reason is not known to this version/]],
  ])('says why: %s', async (code, params, enoughSeconds, texts) => {
    found = leakCaseOf(
      leakResultOf([], { reason: { code, params }, enoughSeconds, readings: [leakReadingOf()] }),
    );
    open();
    const verdict = await region('Inconclusive');
    expect(verdict).toHaveTextContent('Nobody is named.');
    for (const text of texts) expect(verdict).toHaveTextContent(text);
    expect(await region('What this means')).toBeVisible();
  });
});

describe('the pictures', () => {
  it('are side by side, or over each other with a slider', async () => {
    found = leakCaseOf(leakResultOf([]), { hasPictures: true });
    const { user } = open();
    const pictures = within(await region('The pictures'));
    const sources = pictures.getAllByRole('img').map((image) => image.getAttribute('src'));
    expect(sources).toEqual(['found', 'original'].map((which) => `/api/leaks/${found.id}/pictures/${which}`));
    await user.click(pictures.getByRole('button', { name: 'Laid over each other' }));
    const slider = pictures.getByRole('slider', { name: 'Share of the clip’s picture' });
    expect(slider).toHaveAttribute('aria-valuetext', '50% of the clip’s picture');
    fireEvent.change(slider, { target: { value: '20' } });
    expect(slider).toHaveAttribute('aria-valuetext', '20% of the clip’s picture');
    await user.click(pictures.getByRole('button', { name: 'Side by side' }));
    expect(pictures.queryByRole('slider')).toBeNull();
  });

  it('are replaced with a text if they cannot be loaded', async () => {
    found = leakCaseOf(leakResultOf([]), { hasPictures: true });
    open();
    fireEvent.error(await screen.findByAltText('A picture of the clip'));
    expect(screen.getByText('The picture could not be loaded.')).toBeVisible();
  });
});

describe('the note', () => {
  const field = () => screen.findByLabelText('Note on this found copy');
  const storeNotes = () =>
    api.on(leaks.note, ({ body }) => {
      found = { ...found, ...(body as { note: string }) };
      return answer(leaks.note, found);
    });

  it('is saved when the field is left, and the change can be undone', async () => {
    found = leakCaseOf(leakResultOf([]), { note: 'Old' });
    storeNotes();
    const { user } = open();
    await user.type(await field(), ' text');
    expect(onUnsaved).toHaveBeenLastCalledWith(expect.any(Function));
    await user.tab();
    expect(await screen.findByText('Saved.')).toBeVisible();
    expect(onUnsaved).toHaveBeenLastCalledWith(null);
    expect(api.calls(leaks.note).map(({ body }) => body)).toEqual([{ note: 'Old text' }]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await field()).toHaveValue('Old'));
    expect(api.calls(leaks.note).at(-1)?.body).toEqual({ note: 'Old' });
  });

  it('stays in the field if it cannot be saved, and can be saved again', async () => {
    api.on(leaks.note, () => failure('SERVICE_UNAVAILABLE'));
    const { user } = open();
    await user.type(await field(), 'New');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(await field()).toHaveValue('New');
    storeNotes();
    await user.click(again);
    expect(await screen.findByText('Saved.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('is on paper as text', async () => {
    found = leakCaseOf(leakResultOf([]), { note: 'Found on a forum' });
    open();
    await field();
    expect(screen.getAllByText('Found on a forum').map(({ tagName }) => tagName)).toContain('P');
  });
});

describe('a case', () => {
  it('is deleted after confirmation', async () => {
    api.on(leaks.remove, { ok: true });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/its pictures, the result and the note are deleted for good/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Found Copy Deleted')).toBeVisible();
    expect(location.pathname).toBe('/upload/leaks');
    expect(api.calls(leaks.remove).map(({ params }) => params)).toEqual([{ caseId: found.id }]);
  });

  it('stays if it cannot be deleted', async () => {
    api.on(leaks.remove, () => failure('SERVICE_UNAVAILABLE'));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Not Deleted')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('found on a forum.mp4');
  });

  it('may be unknown', async () => {
    api.on(leaks.read, () => failure('LEAK_CASE_NOT_FOUND'));
    open();
    expect(await screen.findByText(/This found copy does not exist/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  it('can be loaded again after an error', async () => {
    api.on(leaks.read, () => failure('SERVICE_UNAVAILABLE'));
    const { user } = open();
    expect(await screen.findByText('The found copy could not be loaded.')).toBeVisible();
    api.on(leaks.read, () => answer(leaks.read, found));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await region('Inconclusive')).toBeVisible();
  });

  it('whose clip could not be read says why, and can be deleted', async () => {
    const noPicture = notice('NO_PICTURE');
    found = leakCaseOf(null, { status: 'failed', failure: noPicture });
    open();
    expect(await screen.findByText('The file has no picture.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Delete' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Print the report' })).toBeNull();
  });

  it.each([
    ['EVIDENCE_LOST', /^Run portal verify-storage\./],
    ['PROCESSING_TOO_SLOW', /^Cut a shorter part/],
    ['CLIP_TOO_LONG', /^Cut a shorter part/],
    ['CLIP_TOO_SHORT', 'Upload a longer part.'],
    ['FILE_DAMAGED', /^Upload the clip again/],
  ] as const)('says what to do about a clip that could not be read: %s', async (code, text) => {
    found = leakCaseOf(null, { status: 'failed', failure: { code, params: {} } });
    open();
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('was cancelled', async () => {
    found = leakCaseOf(null, { status: 'cancelled' });
    open();
    expect(await region('The examination was cancelled')).toHaveTextContent(
      'The clip and its pictures are deleted. To examine it, upload it again.',
    );
  });
});

describe('an examination', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    found = leakCaseOf(null, { status: 'working', step: 'match', progress: 40, finishedAt: null });
  });
  afterEach(() => jest.useRealTimers());
  const seconds = (count: number) => act(() => jest.advanceTimersByTimeAsync(count * 1000));
  const reads = () => api.calls(leaks.read).length;

  it('shows its steps and progress, and announces its verdict once', async () => {
    open();
    await seconds(0.5);
    expect(screen.getByRole('progressbar', { name: 'Progress' })).toHaveValue(40);
    const steps = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem');
    expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, null, 'step', null, null]);
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    found = { ...found, step: 'compare', progress: 95 };
    await seconds(2);
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'Comparing with the copies',
    );
    found = leakCaseOf(leakResultOf([]), { id: found.id });
    await seconds(2);
    expect(screen.getByText('The clip is examined. Result: Inconclusive')).toHaveAttribute('role', 'status');
    const count = reads();
    await seconds(10);
    expect([count, reads()]).toEqual([3, 3]);
  });

  it('has steps that this version does not know', async () => {
    found = { ...found, step: 'dream' };
    open();
    await seconds(0.5);
    expect(screen.getByText('The clip is being examined')).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Steps' })).toBeNull();
  });

  it('is cancelled', async () => {
    api.on(leaks.cancel, () => {
      found = { ...found, status: 'cancelled', step: null };
      return answer(leaks.cancel, found);
    });
    open();
    await seconds(0.5);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await seconds(0.5);
    expect(screen.getByRole('region', { name: 'The examination was cancelled' })).toBeVisible();
  });

  it('says nothing if it ended before it was cancelled', async () => {
    api.on(leaks.cancel, () => failure('LEAK_CASE_FINISHED'));
    open();
    await seconds(0.5);
    found = leakCaseOf(leakResultOf([]), { id: found.id });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await seconds(2.5);
    expect(screen.getByRole('region', { name: 'Inconclusive' })).toBeVisible();
    expect(screen.queryByText('Not Cancelled')).toBeNull();
  });

  it('goes on being asked for while the portal does not answer', async () => {
    open();
    await seconds(0.5);
    api.on(leaks.read, () => Promise.reject(new TypeError('offline')));
    await seconds(2);
    expect(screen.getByText(/the portal does not answer/)).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Progress' })).toHaveValue(40);
    found = leakCaseOf(leakResultOf([]), { id: found.id });
    api.on(leaks.read, () => answer(leaks.read, found));
    await seconds(2.5);
    expect(screen.getByRole('region', { name: 'Inconclusive' })).toBeVisible();
    expect(screen.queryByText(/the portal does not answer/)).toBeNull();
  });
});
