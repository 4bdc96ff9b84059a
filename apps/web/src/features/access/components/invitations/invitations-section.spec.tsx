import { jest } from '@jest/globals';
import { type Invitation, routes } from '@secure-preview/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import AdminArea from '../../../../app/admin-area.js';
import { answer, FakeApi, failure } from '../../../../testing/fake-api.js';
import { config, gateModeView, invitationOf, statuses } from '../../../../testing/fixtures.js';
import { renderApp } from '../../../../testing/render-app.js';
import { type SavedFile, savedFiles } from '../../../../testing/saved-files.js';
import { dateFieldOf } from '../../lib/instants.js';

const { list, change, link } = routes.invitations;
const url = 'https://portal.example/#invitation=1.secret';
const bob = invitationOf({ email: 'bob@kino.example', name: 'Bob', state: 'queued' });
const ada = invitationOf();
let api: FakeApi;

const open = () => renderApp(<AdminArea />, '/upload/access');
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const table = async () => within(await screen.findByRole('table', { name: 'Invitations' }));
const row = async (name: string) => within((await table()).getByText(name).closest('tr') as HTMLElement);
const queries = () => api.calls(list).map(({ query }) => query);
const changes = () => api.calls(change).map(({ body }) => body);
const show = (...invitations: Invitation[]) =>
  api.on(list, { invitations, total: invitations.length, nextCursor: null });

beforeEach(() => {
  api = new FakeApi()
    .install()
    .on(routes.auth.status, statuses.uploader)
    .on(routes.portal.config, config)
    .on(routes.gateMode.read, gateModeView)
    .on(change, ({ body }) => answer(change, { changed: (body as { ids: string[] }).ids.length }))
    .on(link, { url });
  show(ada, bob);
});
afterEach(() => jest.restoreAllMocks());

describe('the list of invitations', () => {
  it('shows states with their reasons, watched shares and windows', async () => {
    show(
      invitationOf({
        name: 'Opened',
        state: 'opened',
        openedAt: '2026-03-02T12:00:00.000Z',
        watchedShare: 0.424,
      }),
      invitationOf({
        name: 'Refused',
        state: 'refused',
        reason: 'REFUSED',
        detail: '550 5.1.1 no such user',
      }),
      invitationOf({ name: 'Uncertain', state: 'uncertain', reason: 'ANSWER_LOST', watchedShare: 0.95 }),
      invitationOf({ name: 'Blocked first', state: 'notSent', reason: 'BLOCKED' }),
      invitationOf({ name: 'Late', state: 'notSent' }),
      invitationOf({
        name: 'Newer',
        state: 'later',
        reason: 'NEWER_CODE',
        endsAt: '2026-04-01T12:00:00.000Z',
      }),
      invitationOf({
        name: null,
        email: '@kino.example',
        state: 'noMail',
        startsAt: '2026-03-09T12:00:00.000Z',
      }),
    );
    open();
    expect((await row('Opened')).getByText(/^Opened on Mar 2, 2026/)).toBeVisible();
    expect((await row('Opened')).getByText('42%')).toBeVisible();
    const refused = await row('Refused');
    expect(refused.getByText('Refused by the mail server')).toBeVisible();
    expect(refused.getByText('The mail server rejects this address.')).toBeVisible();
    expect(refused.getByText('550 5.1.1 no such user')).toBeVisible();
    expect(refused.getByText('Not yet')).toBeVisible();
    expect(
      (await row('Uncertain')).getByText(/before the mail server answered. Ask the person/),
    ).toBeVisible();
    expect((await row('Uncertain')).getByText('Finished')).toBeVisible();
    expect((await row('Blocked first')).getByText('Mail not sent')).toBeVisible();
    expect((await row('Blocked first')).getByText(/the address was blocked before/)).toBeVisible();
    expect((await row('Late')).getByText('It could not be sent in time.')).toBeVisible();
    expect((await row('Newer')).getByText('NEWER_CODE')).toBeVisible();
    expect((await row('Newer')).getByText(/^until Apr 1, 2026/)).toBeVisible();
    const domain = await row('@kino.example');
    expect(domain.getByText('Everybody of this domain')).toBeVisible();
    expect(domain.getByText(/^from Mar 9, 2026/)).toBeVisible();
    expect(domain.queryByRole('button', { name: /^Copy/ })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Invitations (7)' })).toBeVisible();
    expect(screen.getAllByText(/^Times are shown in /)[0]).toBeVisible();
  });

  it('shows addresses in any script from left to right', async () => {
    const email = 'سارة@kino.example';
    show(invitationOf({ name: null, email }), invitationOf({ name: 'Named', email }));
    open();
    const addresses = (await table()).getAllByText(email);
    expect(addresses.map(({ dir }) => dir)).toEqual(['ltr', 'ltr']);
  });

  it('is searched, filtered and sorted', async () => {
    const { user } = open();
    await table();
    await user.type(screen.getByLabelText('Search name or email'), 'kino');
    await waitFor(() => expect(queries().at(-1)).toEqual({ q: 'kino', sort: 'newest' }));
    await user.selectOptions(screen.getByLabelText('State'), 'Refused by the mail server');
    await user.selectOptions(screen.getByLabelText('Order of the invitations'), 'By name');
    await waitFor(() => expect(queries().at(-1)).toEqual({ q: 'kino', sort: 'name', state: 'refused' }));
    const order = screen.getByLabelText('Order of the invitations');
    await user.selectOptions(order, 'Ending latest first');
    await waitFor(() => expect(queries().at(-1)).toMatchObject({ sort: 'endsLatest' }));
    await user.selectOptions(order, 'Ending soonest first');
    await waitFor(() => expect(queries().at(-1)).toMatchObject({ sort: 'endsSoonest' }));
    show();
    await user.type(screen.getByLabelText('Search name or email'), '!');
    expect(await screen.findByText('No invitation matches.')).toBeVisible();
    show(ada);
    await user.click(button('Clear search and filter'));
    expect((await table()).getByText('Ada Lovelace')).toBeVisible();
  });

  it('loads more on request', async () => {
    api.on(list, ({ query }) =>
      answer(list, {
        invitations: [query['cursor'] === 'next' ? bob : ada],
        total: 2,
        nextCursor: query['cursor'] === 'next' ? null : 'next',
      }),
    );
    const { user } = open();
    expect(await screen.findByText('1 of 2 shown')).toBeVisible();
    await user.click(button('Load more'));
    expect(await screen.findByText('2 of 2 shown')).toBeVisible();
    expect((await table()).getByText('Bob')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('is read again on request', async () => {
    const { user } = open();
    expect((await row('Bob')).getByText('Mail is queued')).toBeVisible();
    show(ada, { ...bob, state: 'sent' });
    await user.click(button('Refresh'));
    await waitFor(async () =>
      expect((await row('Bob')).getByText('Accepted by the mail server')).toBeVisible(),
    );
  });

  it('says that it may be out of date when it cannot be read again', async () => {
    const { user } = open();
    expect((await row('Bob')).getByText('Mail is queued')).toBeVisible();
    api.on(list, () => failure('SERVICE_UNAVAILABLE'));
    await user.click(button('Refresh'));
    expect(await screen.findByText(/this list may be out of date/)).toBeVisible();
    expect((await row('Bob')).getByText('Mail is queued')).toBeVisible();
    show(ada, bob);
    await user.click(button('Refresh'));
    await waitFor(() => expect(screen.queryByText(/this list may be out of date/)).toBeNull());
  });

  it('says that nobody is invited', async () => {
    show();
    open();
    expect(await screen.findByText('Nobody is invited yet.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  });

  it('reports that it could not be loaded', async () => {
    api.on(list, () => failure('SERVICE_UNAVAILABLE'));
    open();
    expect(await screen.findByText('The invitations could not be loaded.')).toBeVisible();
  });
});

/** Sends several selected invitations again, which needs a confirmation. */
async function sendAgain(user: ReturnType<typeof open>['user']): Promise<void> {
  await user.click(button('Send again'));
  const dialog = within(screen.getByRole('dialog', { name: /^Send \d+ invitations again\?$/ }));
  await user.click(dialog.getByRole('button', { name: 'Send again' }));
}

describe('selected invitations', () => {
  it('are sent again together', async () => {
    const { user } = open();
    await table();
    expect(button('Send again')).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
    expect(screen.getByText('2 selected')).toBeVisible();
    await user.click(button('Send again'));
    expect(changes()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await sendAgain(user);
    expect(await screen.findByText('2 invitations are sent again')).toBeVisible();
    expect(changes()).toEqual([{ ids: [ada.id, bob.id], change: { action: 'resend' } }]);
    expect(button('Send again')).toBeDisabled();
    await waitFor(() => expect(queries()).toHaveLength(2));
  });

  it.each([
    [1, 'Mails Queued', /^1 invitation is sent again. 1 was left out: its mail still waits/],
    [0, 'No Mail Queued', /^The last mail still waits, the address is blocked, or the invitation has ended$/],
  ])('are named when only %s of them are sent again', async (changed, title, text) => {
    api.on(change, { changed });
    const { user } = open();
    await table();
    await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
    await sendAgain(user);
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    // Stays after the toast, until the next selection.
    const kept = new RegExp(`^${title}: .*${text.source.slice(1)}`);
    expect(screen.getByText(kept)).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
    expect(screen.queryByText(kept)).toBeNull();
  });

  it('are revoked after a confirmation', async () => {
    const { user } = open();
    await table();
    await user.click(screen.getByRole('checkbox', { name: 'Select bob@kino.example' }));
    await user.click(button('Revoke'));
    const dialog = within(screen.getByRole('dialog', { name: 'Revoke 1 invitation?' }));
    expect(dialog.getByText(/^Access ends now/)).toBeVisible();
    expect(changes()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('1 person has no access any more')).toBeVisible();
    expect(changes()).toEqual([{ ids: [bob.id], change: { action: 'revoke' } }]);
    // The buttons are disabled again, so the focus is before them.
    expect(document.activeElement).toContainElement(button('Revoke'));
    expect(document.body).not.toHaveFocus();
  });

  /** Selects Ada and Bob, and opens the dialog for their end. */
  async function openEnd() {
    const { user } = open();
    await table();
    await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
    await user.click(button('Change the end'));
    const dialog = within(screen.getByRole('dialog', { name: 'Change the end of 2 invitations' }));
    return {
      user,
      end: dialog.getByLabelText('Valid until'),
      withoutEnd: dialog.getByRole('checkbox', { name: 'Without an end' }),
      submit: () => user.click(dialog.getByRole('button', { name: 'Change the end' })),
    };
  }
  const endOf = (body: unknown) => (body as { change: { endsAt?: string | null } }).change.endsAt;

  it.each([
    ['the same', '2999-01-02T10:30:00.000Z', /^In /],
    ['none', null, /^At present, there is no end. In /],
    ['different ones', '2999-01-02T10:31:00.000Z', /^The selected invitations have different ends. In /],
  ])('show their present end: %s', async (kind, endsAt, hint) => {
    const first = kind === 'none' ? null : '2999-01-02T10:30:00.000Z';
    show({ ...ada, endsAt: first }, { ...bob, endsAt });
    const { end, withoutEnd } = await openEnd();
    expect(end).toHaveValue(first === endsAt && first ? dateFieldOf(first) : '');
    expect(end).toHaveAccessibleDescription(hint);
    expect(withoutEnd).not.toBeChecked();
  });

  it('keep the present end exactly if it is not edited, and report that nothing has changed', async () => {
    const endsAt = '2999-01-02T10:30:00.000Z';
    // The text of an hour that is repeated when clocks are set back can stand for another instant.
    const offset = new Date(endsAt).getTimezoneOffset();
    jest.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(offset + 60);
    show({ ...ada, endsAt }, { ...bob, endsAt });
    api.on(change, { changed: 0 });
    const { submit } = await openEnd();
    await submit();
    expect(await screen.findByText('End Not Changed')).toBeVisible();
    expect(changes().map(endOf)).toEqual([endsAt]);
  });

  it('lose their end only by an explicit choice', async () => {
    const endsAt = '2999-01-02T10:30:00.000Z';
    show({ ...ada, endsAt }, { ...bob, endsAt });
    const { user, end, withoutEnd, submit } = await openEnd();
    await user.clear(end);
    await submit();
    expect(end).toHaveAccessibleDescription(/Please enter a date and a time, or choose “Without an end”\.$/);
    expect(end).toHaveFocus();
    expect(changes()).toEqual([]);
    await user.click(withoutEnd);
    expect(end).toBeDisabled();
    expect(end).toBeValid();
    await submit();
    await screen.findByText('2 invitations have no end any more');
    expect(changes().map(endOf)).toEqual([null]);
  });

  it('get another end', async () => {
    const { user } = open();
    await table();
    await user.click(screen.getByRole('checkbox', { name: 'Select bob@kino.example' }));
    await user.click(button('Change the end'));
    const dialog = within(screen.getByRole('dialog'));
    const end = dialog.getByLabelText('Valid until');
    await user.type(end, '2020-01-02T10:30');
    await user.click(dialog.getByRole('button', { name: 'Change the end' }));
    expect(end).toHaveAccessibleDescription(/The end is in the past/);
    expect(end).toHaveFocus();
    await user.clear(end);
    await user.type(end, '2999-01-02T10:30');
    await user.click(dialog.getByRole('button', { name: 'Change the end' }));
    await screen.findByText('1 invitation has a new end');
    expect(changes()).toEqual([
      { ids: [bob.id], change: { action: 'extend', endsAt: new Date(2999, 0, 2, 10, 30).toISOString() } },
    ]);
  });

  it('are changed in calls of 250', async () => {
    show(...Array.from({ length: 251 }, () => invitationOf()));
    const { user } = open();
    await table();
    await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
    await sendAgain(user);
    await screen.findByText('251 invitations are sent again');
    expect(changes().map((body) => (body as { ids: string[] }).ids.length)).toEqual([250, 1]);
  });

  describe('of all pages', () => {
    const [cy, dan] = [invitationOf({ email: 'cy@kino.example' }), invitationOf()];
    /** Lists one invitation at a time: Ada is loaded, Bob, Cy and Dan are on further pages. */
    let pages: Invitation[];
    beforeEach(() => {
      pages = [ada, bob, cy, dan];
      api.on(list, ({ query }) => {
        const page = Number(query['cursor'] ?? 0);
        const next = page + 1 < pages.length ? String(page + 1) : null;
        return answer(list, { invitations: pages.slice(page, page + 1), total: 4, nextCursor: next });
      });
    });

    it('are revoked together, except those that were deselected', async () => {
      const { user } = open();
      await table();
      await user.selectOptions(screen.getByLabelText('State'), 'Accepted by the mail server');
      await waitFor(() => expect(queries().at(-1)).toMatchObject({ state: 'sent' }));
      await user.click(await screen.findByRole('button', { name: 'Select all 4 that match' }));
      expect(await screen.findByText('4 selected')).toBeVisible();
      expect(button('Select all 4 that match')).toBeDisabled();
      expect(queries().slice(-4)).toEqual(
        [undefined, '1', '2', '3'].map((cursor) => ({
          sort: 'newest',
          state: 'sent',
          limit: '250',
          ...(cursor ? { cursor } : {}),
        })),
      );
      await user.click(screen.getByRole('checkbox', { name: 'Select ada@kino.example' }));
      expect(screen.getByText('3 selected')).toBeVisible();
      await user.click(button('Revoke'));
      const dialog = within(screen.getByRole('dialog', { name: 'Revoke 3 invitations?' }));
      await user.click(dialog.getByRole('button', { name: 'Revoke' }));
      await screen.findByText('3 people have no access any more');
      expect(changes()).toEqual([{ ids: [bob.id, cy.id, dan.id], change: { action: 'revoke' } }]);
    });

    it('show the present end of those that are not loaded, too', async () => {
      const { user } = open();
      await table();
      pages[3] = { ...dan, endsAt: '2999-01-02T10:30:00.000Z' };
      await user.click(button('Select all 4 that match'));
      await screen.findByText('4 selected');
      await user.click(button('Change the end'));
      const end = within(screen.getByRole('dialog')).getByLabelText('Valid until');
      expect(end).toHaveAccessibleDescription(/different ends/);
    });

    it('are deselected together', async () => {
      const { user } = open();
      await table();
      await user.click(button('Select all 4 that match'));
      await screen.findByText('4 selected');
      await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
      expect(screen.queryByText(/selected$/)).toBeNull();
      expect(button('Revoke')).toBeDisabled();
    });

    it('are not selected if a page cannot be read', async () => {
      const { user } = open();
      await table();
      api.on(list, () => failure('INTERNAL'));
      await user.click(button('Select all 4 that match'));
      expect(await screen.findByText('Not Selected')).toBeVisible();
      expect(button('Revoke')).toBeDisabled();
      expect(button('Select all 4 that match')).toBeEnabled();
    });

    it('are not offered if all are shown', async () => {
      show(ada, bob);
      open();
      await table();
      expect(screen.queryByRole('button', { name: /that match$/ })).toBeNull();
    });
  });

  it('stay selected after a failure', async () => {
    const { user } = open();
    await table();
    api.on(change, () => failure('SERVICE_UNAVAILABLE'));
    await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
    await sendAgain(user);
    expect(await screen.findByText('Not Changed')).toBeVisible();
    expect(screen.getByText('2 selected')).toBeVisible();
  });
});

describe('the link of an invitation', () => {
  it('is copied', async () => {
    const { user } = open();
    await table();
    await user.click(button('Copy the link of ada@kino.example'));
    expect(await screen.findByText('Link Copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(url);
    expect(api.calls(link)[0]?.params).toEqual({ invitationId: ada.id });
  });

  it('is shown in a field where the browser refuses to copy', async () => {
    const { user } = open();
    await table();
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    await user.click(button('Copy the link of ada@kino.example'));
    const field = within(await screen.findByRole('dialog')).getByLabelText('Link') as HTMLInputElement;
    expect(field).toHaveValue(url);
    await user.click(field);
    expect(url.slice(field.selectionStart ?? 1, field.selectionEnd ?? 0)).toBe(url);
  });

  it('is not offered after access ended', async () => {
    show(invitationOf({ state: 'revoked' }), invitationOf({ state: 'expired' }));
    open();
    await table();
    expect(screen.queryByRole('button', { name: /^Copy the link/ })).toBeNull();
  });

  it('reports that it could not be read', async () => {
    api.on(link, () => failure('INVITATION_NOT_FOUND'));
    const { user } = open();
    await table();
    await user.click(button('Copy the link of ada@kino.example'));
    expect(await screen.findByText('This invitation does not exist')).toBeVisible();
  });
});

describe('the export of invitations', () => {
  let saved: SavedFile[];
  beforeEach(() => {
    saved = savedFiles();
  });

  /** Answers exports in two pages. */
  const answerPages = (secondPage: () => Response) =>
    api.on(list, ({ query }) =>
      query['cursor'] === 'next'
        ? secondPage()
        : answer(list, {
            invitations: [
              {
                ...ada,
                name: '=1+1',
                detail: 'a "quote", and\nmore',
                blocks: [{ kind: 'domain', value: 'kino.example' }],
              },
            ],
            total: 2,
            nextCursor: query['limit'] ? 'next' : null,
          }),
    );
  const last = () => answer(list, { invitations: [bob], total: 2, nextCursor: null });

  it('reads all pages and saves them as CSV, whose cells no spreadsheet runs', async () => {
    answerPages(last);
    const { user } = open();
    await table();
    await user.click(button('Export CSV'));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toMatch(/^invitations-\d{4}-\d\d-\d\d\.csv$/);
    const lines = ((await saved[0]?.text()) ?? '').split('\r\n');
    expect(lines[0]).toBe(
      'id,email,name,state,reason,detail,language,createdAt,startsAt,endsAt,openedAt,watchedShare,blocked',
    );
    expect(lines[1]).toBe(
      `${ada.id},ada@kino.example,'=1+1,sent,,"a ""quote"", and\nmore",en,2026-03-01T12:00:00.000Z,,,,,true`,
    );
    expect(lines[2]).toMatch(/bob@kino\.example,Bob,queued.*,false$/);
    expect(queries().slice(1)).toEqual([
      { sort: 'newest', limit: '250' },
      { sort: 'newest', limit: '250', cursor: 'next' },
    ]);
    expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeEnabled();
  });

  it('continues where it stopped, and saves JSON', async () => {
    answerPages(() => failure('INTERNAL'));
    const { user } = open();
    await table();
    await user.click(button('Export JSON'));
    expect(await screen.findByText('The export stopped at 1 of 2 rows.')).toBeVisible();
    expect(saved).toEqual([]);
    answerPages(last);
    await user.click(button('Continue'));
    await waitFor(() => expect(saved).toHaveLength(1));
    const invitations = JSON.parse((await saved[0]?.text()) ?? '') as Invitation[];
    expect(invitations.map(({ id }) => id)).toEqual([ada.id, bob.id]);
    expect(queries().filter(({ limit, cursor }) => limit && !cursor)).toHaveLength(1);
  });

  it('is cancelled on request', async () => {
    api.on(list, ({ query, init }) =>
      query['limit']
        ? new Promise<Response>((_, reject) => {
            init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
          })
        : answer(list, { invitations: [ada], total: 1, nextCursor: null }),
    );
    const { user } = open();
    await table();
    await user.click(button('Export CSV'));
    expect(screen.getByText('0 of 1 rows are read')).toBeVisible();
    await user.click(button('Cancel'));
    expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeEnabled();
    expect(screen.queryByText('Export Stopped')).toBeNull();
    expect(saved).toEqual([]);
  });
});
