import { type Lead, leadsHeaders, personFields, routes } from '@secure-preview/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import type { RenderBlockDialog } from '../../../../lib/block-dialog.js';
import { answer, FakeApi, failure } from '../../../../testing/fake-api.js';
import { leadOf, statuses } from '../../../../testing/fixtures.js';
import { renderApp } from '../../../../testing/render-app.js';
import { leadColumns } from './lead-columns.js';
import { LeadsSection } from './leads-section.js';

const { auth, leads } = routes;
let api: FakeApi;
const renderBlockDialog: RenderBlockDialog = ({ person, onChanged, onClose }) => (
  <div role="dialog" aria-label={`Block dialog of ${person.name}`}>
    <p>{JSON.stringify(person)}</p>
    <button type="button" onClick={onChanged}>
      Change
    </button>
    <button type="button" onClick={onClose}>
      Close
    </button>
  </div>
);
const open = () => renderApp(<LeadsSection unlocked renderBlockDialog={renderBlockDialog} />, '/upload');
const listed = (rows: Lead[], headers: Record<string, string> = {}) =>
  answer(leads.list, rows, { [leadsHeaders.total]: String(rows.length), ...headers });
const lastQuery = () => api.calls(leads.list).at(-1)?.query;
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr');
  if (!row) throw new Error(`${name} is not in a row`);
  return within(row);
};

const ada = leadOf({ name: 'Ada', email: 'ada@example.org' });
const zoe = leadOf({ name: 'Zoë', email: 'zoe@example.org' });

beforeEach(() => {
  api = new FakeApi().install().on(auth.status, statuses.uploader);
  api.on(leads.list, ({ query }) =>
    listed([ada, zoe].filter(({ name, email }) => `${name} ${email}`.includes(query['q'] ?? ''))),
  );
});

it('has a column for each field of the gate', () => {
  expect(leadColumns.map(({ heading }) => heading)).toEqual(expect.arrayContaining(personFields));
});

it('shows addresses in any script from left to right', async () => {
  api.on(leads.list, () => listed([leadOf({ email: 'سارة@kino.example' })]));
  open();
  expect(await screen.findByText('سارة@kino.example')).toHaveAttribute('dir', 'ltr');
});

it('links a lead to its person, except a lead of staff', async () => {
  const person = leadOf({ name: 'Ada', personId: crypto.randomUUID() });
  api.on(leads.list, () => listed([person, leadOf({ name: 'Eve', staff: true })]));
  open();
  const row = await rowOf('Ada');
  expect(row.getByRole('link', { name: 'Ada' })).toHaveAttribute(
    'href',
    `/upload/audience?person=${person.personId}`,
  );
  expect((await rowOf('Eve')).queryByRole('link', { name: 'Eve' })).toBeNull();
});

describe('the watched column', () => {
  it.each([
    [{ watchedSeconds: 71.6, watchedShare: 0.804 }, '1:12, 80%'],
    [{ watchedSeconds: 72, watchedShare: null }, '1:12'],
    [{ watchedSeconds: 0, watchedShare: 0 }, 'Not yet'],
    [{ watchedSeconds: 0.4, watchedShare: 0.01 }, 'Not yet'],
    [{ staff: true }, 'Not counted'],
  ] satisfies [Partial<Lead>, string][])('shows %j as %s', async (overrides, text) => {
    api.on(leads.list, () => listed([leadOf({ ...overrides, name: 'Ada' })]));
    open();
    expect((await rowOf('Ada')).getAllByText(text)[0]).toBeVisible();
  });

  it.each([
    [{ watchedSeconds: 70, watchedShare: 0.78, deliveredSeconds: 80.4, deliveredShare: 0.89 }, 'sent 1:20'],
    [{ watchedSeconds: 0, watchedShare: 0, deliveredSeconds: 80, deliveredShare: null }, 'sent 1:20'],
    [{ watchedSeconds: 70, watchedShare: 0.78, deliveredSeconds: 0, deliveredShare: null }, undefined],
    [{ watchedSeconds: 70, watchedShare: 0.78 }, undefined],
    [{ staff: true, deliveredSeconds: null, deliveredShare: null }, undefined],
  ] satisfies [Partial<Lead>, string | undefined][])(
    'shows the delivered time for %j: %s',
    async (overrides, text) => {
      api.on(leads.list, () => listed([leadOf({ ...overrides, name: 'Ada' })]));
      open();
      const delivered = (await rowOf('Ada')).queryAllByText(/^sent/).map((element) => element.textContent);
      expect(delivered).toEqual(text === undefined ? [] : [text]);
    },
  );

  it('shows the last activity of a lead, marks staff, and explains that names are not verified', async () => {
    api.on(leads.list, () =>
      listed([
        leadOf({ name: 'Ada', lastSeenAt: '2026-03-02T12:00:00.000Z' }),
        leadOf({ name: 'Zoë' }),
        leadOf({ name: 'Eve', staff: true }),
      ]),
    );
    open();
    const row = await rowOf('Ada');
    expect(row.getByText(/Mar 2, 2026/)).toBeVisible();
    expect(row.getByText('not verified')).toBeVisible();
    expect(screen.getByText(/nobody has proved that they belong to this person/)).toBeVisible();
    expect((await rowOf('Eve')).getByText('Staff')).toBeVisible();
    expect((await rowOf('Zoë')).getByText('Never')).toBeVisible();
  });
});

describe('the proof of an address', () => {
  const proved = leadOf({ name: 'Ada', verifiedBy: 'code' });
  const withProofs = (...rows: Lead[]) => listed(rows, { [leadsHeaders.hasProofs]: 'true' });

  it('is shown in words once any lead has one', async () => {
    api.on(leads.list, () =>
      withProofs(
        proved,
        leadOf({ name: 'Bob', verifiedBy: 'invitation' }),
        leadOf({ name: 'Cleo', verifiedBy: 'link' }),
        leadOf({ name: 'Dan' }),
        leadOf({ name: 'Eve', addressProvedElsewhere: true }),
      ),
    );
    open();
    expect((await rowOf('Ada')).getByText('proved by code')).toBeVisible();
    expect((await rowOf('Bob')).getByText('invited, proved by code')).toBeVisible();
    expect((await rowOf('Cleo')).getByText('invitation link')).toBeVisible();
    expect((await rowOf('Dan')).getByText('claimed')).toBeVisible();
    expect(
      (await rowOf('Eve')).getByText('claimed; the same address was proved by another visit'),
    ).toBeVisible();
    expect(screen.getByText(/same claimed address may be different people/)).toBeVisible();
    expect(screen.queryByText('not verified')).toBeNull();
  });

  it('is a filter once any lead has one', async () => {
    api.on(leads.list, ({ query }) => (query['proof'] === 'claimed' ? withProofs() : withProofs(proved)));
    const { user } = open();
    const filter = await screen.findByRole('combobox', { name: 'Proof of the address' });
    await user.selectOptions(filter, 'Proved');
    await waitFor(() => expect(lastQuery()).toEqual({ sort: 'newest', proof: 'proved' }));
    await user.selectOptions(filter, 'Claimed');
    expect(await screen.findByText('No lead matches.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear search and filter' }));
    expect(await screen.findByText('Ada')).toBeVisible();
    expect(filter).toHaveValue('');
  });

  it('adds nothing to the page while all addresses are claimed', async () => {
    open();
    expect((await rowOf('Ada')).getByText('not verified')).toBeVisible();
    expect(screen.getByText(/^Not verified: the name and email address/)).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Proof of the address' })).toBeNull();
  });
});

describe('the search', () => {
  it('searches once the visitor stops typing, and keeps the focus and the total count', async () => {
    const { user } = open();
    const field = await screen.findByRole('searchbox', { name: 'Search name or email' });
    await user.type(field, 'Zo');
    await waitFor(() => expect(screen.queryByText('Ada')).toBeNull());
    expect(screen.getByText('Zoë')).toBeVisible();
    expect(field).toHaveFocus();
    expect(api.calls(leads.list).map(({ query }) => query?.q)).toEqual([undefined, 'Zo']);
    expect(screen.getByRole('heading')).toHaveTextContent('Lead Captures (2)');
    expect(screen.getByText('1 of 2 found')).toBeVisible();
  });

  it('reports that nothing was found, and clears the search with one click', async () => {
    const { user } = open();
    const field = await screen.findByRole('searchbox');
    await user.type(field, 'nobody');
    expect(await screen.findByText('No lead matches “nobody”.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(await screen.findByText('Ada')).toBeVisible();
    expect(field).toHaveValue('');
  });

  it('keeps the search text when its request fails, and retries on request', async () => {
    const { user } = open();
    const field = await screen.findByRole('searchbox');
    api.on(leads.list, () => failure('SERVICE_UNAVAILABLE'));
    await user.type(field, 'Zo');
    expect(await screen.findByText('The leads could not be loaded.')).toBeVisible();
    api.on(leads.list, () => listed([zoe]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Zoë')).toBeVisible();
    expect(field).toHaveValue('Zo');
  });
});

describe('the count', () => {
  it('explains that each row is one acceptance, and counts people and staff visits', async () => {
    const again = leadOf({ name: 'Ada', email: 'Ada@example.org' });
    const staff = leadOf({ name: 'Eve', staff: true });
    api.on(leads.list, () => listed([ada, again, zoe, staff]));
    open();
    expect(await screen.findByRole('heading', { name: 'Lead Captures (4)' })).toBeVisible();
    expect(
      screen.getByText(
        'One row for each time somebody accepted the terms: 2 email addresses, 1 staff visit.',
      ),
    ).toBeVisible();
  });

  it('shows no number of people unless all rows are loaded', async () => {
    api.on(leads.list, () => listed([ada], { [leadsHeaders.total]: '250' }));
    open();
    expect(await screen.findByText('One row for each time somebody accepted the terms.')).toBeVisible();
  });

  it('recounts when a search finds a newer lead', async () => {
    const later = leadOf({ name: 'Late', capturedAt: '2027-01-01T00:00:00.000Z' });
    let storedLeads = [ada];
    api.on(leads.list, ({ query }) => listed(query['q'] ? [later] : storedLeads));
    const { user } = open();
    expect(await screen.findByRole('heading', { name: 'Lead Captures (1)' })).toBeVisible();
    storedLeads = [later, ada];
    await user.type(await screen.findByRole('searchbox'), 'Late');
    expect(await screen.findByRole('heading', { name: 'Lead Captures (2)' })).toBeVisible();
  });
});

describe('the sort order', () => {
  it('follows clicks on the column headings, which show the current order', async () => {
    const { user } = open();
    const heading = async (name: string) => screen.findByRole('columnheader', { name });
    expect(await heading('Date')).toHaveAttribute('aria-sort', 'descending');
    for (const [name, sort, direction] of [
      ['Date', 'oldest', 'ascending'],
      ['Name', 'name', 'ascending'],
      ['Email', 'email', 'ascending'],
      ['Date', 'newest', 'descending'],
    ] as const) {
      await user.click(screen.getByRole('button', { name }));
      await waitFor(() => expect(lastQuery()).toMatchObject({ sort }));
      expect(await heading(name)).toHaveAttribute('aria-sort', direction);
    }
    expect(await heading('Name')).toHaveAttribute('aria-sort', 'none');
    expect(await heading('Watched')).not.toHaveAttribute('aria-sort');
  });

  it('can be selected from a menu when there are no headings', async () => {
    const { user } = open();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Order of the leads' }), 'By name');
    await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'name' }));
  });
});

it('marks an estimated total as an estimate', async () => {
  api.on(leads.list, () =>
    listed([ada], { [leadsHeaders.total]: '118742', [leadsHeaders.totalEstimated]: 'true' }),
  );
  open();
  expect(await screen.findByRole('heading', { name: 'Lead Captures (about 120,000)' })).toBeVisible();
  expect(screen.getByText('1 of about 120,000 shown')).toBeVisible();
});

describe('ending a visit', () => {
  const openDialog = async () => {
    const opened = open();
    const button = await screen.findByRole('button', { name: 'End visit of Ada' });
    await opened.user.click(button);
    return { ...opened, button, dialog: within(await screen.findByRole('dialog')) };
  };

  it('asks for confirmation, and changes nothing when cancelled', async () => {
    const { user, button, dialog } = await openDialog();
    expect(dialog.getByRole('heading', { name: 'End the visit of Ada?' })).toBeVisible();
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/stops within seconds/);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(button).toHaveFocus();
    expect(api.calls(leads.endVisit)).toHaveLength(0);
  });

  it('shows the visit as ended once the server has confirmed it, and allows the visit again on request', async () => {
    let confirmEnd: () => void = () => undefined;
    api.on(
      leads.endVisit,
      () => new Promise((resolve) => (confirmEnd = () => resolve(answer(leads.endVisit, { ok: true })))),
    );
    api.on(leads.allowVisit, { ok: true });
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'End visit' }));
    expect(screen.getByRole('button', { name: 'End visit of Ada' })).toBeInTheDocument();
    confirmEnd();
    const allow = await screen.findByRole('button', { name: 'Allow again: Ada' });
    expect(allow).toHaveFocus();
    expect(await screen.findByText('Ada has no access any more')).toBeVisible();
    expect((await rowOf('Ada')).getByText('Visit ended')).toBeVisible();
    expect((await rowOf('Zoë')).queryByText('Allow again')).toBeNull();
    expect(api.calls(leads.endVisit)[0]?.params).toEqual({ leadId: ada.id });

    await user.click(allow);
    expect(await screen.findByRole('heading', { name: 'Allow Ada again?' })).toBeVisible();
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Allow again' }));
    expect(await screen.findByRole('button', { name: 'End visit of Ada' })).toBeVisible();
    expect(api.calls(leads.allowVisit)[0]?.params).toEqual({ leadId: ada.id });
  });

  it('reports a failure and leaves the lead unchanged', async () => {
    api.on(leads.endVisit, () => failure('SERVICE_UNAVAILABLE'));
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'End visit' }));
    expect(await screen.findByText('Visit Not Ended')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'End visit of Ada' })).toBeVisible();
  });

  it('offers no button for the administrator’s visit or while the access status is unknown', async () => {
    const { visitEnded: _, ...unknown } = leadOf({ name: 'Unknown' });
    api.on(leads.list, () => listed([leadOf({ name: 'Me', own: true, staff: true }), unknown]));
    open();
    expect((await rowOf('Me')).getByText('You')).toBeVisible();
    expect((await rowOf('Me')).queryByRole('button')).toBeNull();
    expect((await rowOf('Unknown')).queryByRole('button')).toBeNull();
  });
});

describe('blocking from a lead', () => {
  const block = { kind: 'domain' as const, value: 'example.org' };

  it('opens the dialog with address, network and blocks, and reads the list again after a change', async () => {
    api.on(leads.list, () => listed([leadOf({ ...ada, network: '203.0.113.0/24', blocks: [] })]));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Block Ada' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(JSON.parse(dialog.getByText(/^\{/).textContent ?? '')).toEqual({
      name: 'Ada',
      email: 'ada@example.org',
      network: '203.0.113.0/24',
      blocks: [],
    });
    expect((await rowOf('Ada')).queryByText('Blocked')).toBeNull();
    api.on(leads.list, () => listed([leadOf({ ...ada, blocks: [block] })]));
    await user.click(dialog.getByRole('button', { name: 'Change' }));
    expect(await screen.findByText('Blocked')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'Unblock Ada' }));
    expect(screen.getByRole('dialog')).toHaveTextContent(JSON.stringify([block]));
  });

  it('is not offered for the administrator’s lead, or while the blocks are unknown', async () => {
    api.on(leads.list, () => listed([leadOf({ name: 'Me', own: true, blocks: [] }), ada]));
    open();
    expect((await rowOf('Me')).queryByRole('button')).toBeNull();
    expect((await rowOf('Ada')).getAllByRole('button')).toHaveLength(1);
  });
});
