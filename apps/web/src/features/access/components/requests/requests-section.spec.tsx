import { jest } from '@jest/globals';
import { type AccessRequest, routes } from '@secure-preview/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import AdminArea from '../../../../app/admin-area.js';
import { answer, FakeApi, failure } from '../../../../testing/fake-api.js';
import { config, statuses } from '../../../../testing/fixtures.js';
import { onTestEnd } from '../../../../testing/on-test-end.js';
import { renderApp } from '../../../../testing/render-app.js';
import { savedFiles } from '../../../../testing/saved-files.js';

const { list, allow, dismiss, dismissAll } = routes.accessRequests;
const ada: AccessRequest = {
  id: crypto.randomUUID(),
  name: 'Ada Lovelace',
  email: 'ada@kino.example',
  reason: 'I write about films.',
  at: '2026-03-01T12:00:00.000Z',
  state: 'open',
  decidedAt: null,
  decidedByName: null,
};
const bob = { ...ada, id: crypto.randomUUID(), name: 'Bob', email: 'bob@kino.example', reason: '' };
const decision = { decidedAt: '2026-03-02T12:00:00.000Z', decidedByName: 'Noor' };
const cleo = {
  ...ada,
  ...decision,
  id: crypto.randomUUID(),
  name: 'Cleo',
  email: 'cleo@kino.example',
  state: 'dismissed',
};
let requests: AccessRequest[];
let api: FakeApi;

const open = () => renderApp(<AdminArea />, '/upload/access');
const button = (name: string) => screen.findByRole('button', { name });
const heading = (name: string) => screen.findByRole('heading', { name, level: 2 });
const items = async () =>
  within(await screen.findByRole('list', { name: 'Requests for access' })).getAllByRole('listitem');
const search = () => screen.findByLabelText('Search name, email or reason');
const queries = () => api.calls(list).map(({ query }) => query);
const isOpen = ({ state }: AccessRequest) => state === 'open';
const pageOf = (matching: AccessRequest[], nextCursor: string | null = null, total = matching.length) =>
  answer(list, { requests: matching, total, nextCursor, open: requests.filter(isOpen).length });

beforeEach(() => {
  requests = [ada, bob, cleo];
  const decide = (state: string) => (id: string | undefined) => {
    requests = requests.map((request) => (request.id === id ? { ...request, ...decision, state } : request));
  };
  api = new FakeApi()
    .install()
    .on(routes.auth.status, statuses.uploader)
    .on(routes.portal.config, config)
    .on(list, ({ query }) =>
      pageOf(requests.filter(({ state }) => !query['state'] || state === query['state'])),
    )
    .on(allow, ({ params }) => {
      decide('allowed')(params['requestId']);
      return answer(allow, { ok: true });
    })
    .on(dismiss, ({ params }) => {
      decide('dismissed')(params['requestId']);
      return answer(dismiss, { ok: true });
    })
    .on(dismissAll, ({ body }) => {
      const { ids } = body as { ids: string[] };
      const dismissed = requests.filter(({ id, state }) => ids.includes(id) && state === 'open').length;
      for (const id of ids) decide('dismissed')(id);
      return answer(dismissAll, { dismissed });
    });
});
afterEach(() => jest.restoreAllMocks());

describe('requests for access', () => {
  it('are scrolled to by the link of an alert', async () => {
    const scrolled: Element[] = [];
    Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
      scrolled.push(this);
    };
    onTestEnd(() => Reflect.deleteProperty(Element.prototype, 'scrollIntoView'));
    renderApp(<AdminArea />, '/upload/access#requests');
    const section = await screen.findByRole('region', { name: 'Requests (2)' });
    await waitFor(() => expect(scrolled).toEqual([section]));
    expect(section).toContainElement(document.activeElement as HTMLElement);
  });

  it('name the time zone of their times', async () => {
    open();
    const section = within(await screen.findByRole('region', { name: 'Requests (2)' }));
    expect(section.getByText(/^Times are shown in ./)).toBeVisible();
  });

  it('are listed with their reasons, open ones at first, and counted in the heading', async () => {
    open();
    expect(await heading('Requests (2)')).toBeVisible();
    expect((await items()).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Ada Lovelace ada@kino.example.*I write about films.*asked on Mar\s1,\s2026/),
      expect.stringMatching(/Bob bob@kino.example.*No reason given/),
    ]);
    expect(screen.queryByText('Cleo')).toBeNull();
    expect(queries()).toEqual([{ sort: 'newest', state: 'open' }]);
  });

  it('are allowed with one click', async () => {
    const { user } = open();
    await user.click(await button('Allow Ada Lovelace'));
    expect(await screen.findByText('An invitation to ada@kino.example is queued')).toBeVisible();
    expect(await heading('Requests (1)')).toBeVisible();
    expect(api.calls(allow).map(({ params }) => params)).toEqual([{ requestId: ada.id }]);
    expect(document.body).not.toHaveFocus();
    await user.selectOptions(screen.getByLabelText('State of the requests'), 'Allowed requests');
    await screen.findByText(/^Allowed, /);
    const [allowed] = await items();
    expect(allowed).toHaveTextContent(/Ada Lovelace.*Allowed, Mar 2, 2026.*administrator \(Noor\)/);
    expect(within(allowed as HTMLElement).queryByRole('button')).toBeNull();
  });

  it('are dismissed, and can still be allowed then', async () => {
    requests = [bob];
    const { user } = open();
    await user.click(await button('Dismiss the request of Bob'));
    expect(await screen.findByText('No mail is sent to Bob')).toBeVisible();
    expect(screen.getByText('Nobody asks for access.')).toBeVisible();
    expect(api.calls(dismiss).map(({ params }) => params)).toEqual([{ requestId: bob.id }]);
    await user.selectOptions(screen.getByLabelText('State of the requests'), 'All requests');
    await user.click(await button('Allow Bob'));
    expect(await screen.findByText('An invitation to bob@kino.example is queued')).toBeVisible();
  });

  it('of a blocked address are not allowed', async () => {
    api.on(allow, () => failure('ACCESS_REQUEST_BLOCKED'));
    const { user } = open();
    await user.click(await button('Allow Ada Lovelace'));
    expect(await screen.findByText('This address is blocked. Please unblock it first')).toBeVisible();
    expect(await heading('Requests (2)')).toBeVisible();
  });

  it('are searched and sorted', async () => {
    const { user } = open();
    await items();
    await user.type(await search(), 'films');
    await user.selectOptions(screen.getByLabelText('Order of the requests'), 'By name');
    await waitFor(() => expect(queries().at(-1)).toEqual({ q: 'films', sort: 'name', state: 'open' }));
    api.on(list, ({ query }) => pageOf(query['q'] ? [] : [ada]));
    await user.type(await search(), '!');
    expect(await screen.findByText('No request matches.')).toBeVisible();
    await user.click(await button('Clear search and filter'));
    await waitFor(async () => expect(await items()).toHaveLength(1));
    expect(await search()).toHaveValue('');
  });

  it('are loaded in pages, and exported from all pages', async () => {
    const saved = savedFiles();
    api.on(list, ({ query }) =>
      query['cursor'] === 'next' ? pageOf([bob], null, 2) : pageOf([{ ...ada, name: '=1+1' }], 'next', 2),
    );
    const { user } = open();
    expect(await screen.findByText('1 of 2 shown')).toBeVisible();
    await user.click(await button('Load more'));
    expect(await screen.findByText('2 of 2 shown')).toBeVisible();
    const bar = within(screen.getByRole('group', { name: 'Export these requests' }));
    await user.click(bar.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toMatch(/^access-requests-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await saved[0]?.text())?.split('\r\n');
    expect(lines?.[0]).toBe('id,at,name,email,reason,state,decidedAt,decidedByName');
    expect(lines?.[1]).toBe(`${ada.id},${ada.at},'=1+1,ada@kino.example,I write about films.,open,,`);
    expect(lines?.[2]).toContain('bob@kino.example');
    expect(queries().slice(-2)).toEqual([
      { sort: 'newest', state: 'open', limit: '250' },
      { sort: 'newest', state: 'open', limit: '250', cursor: 'next' },
    ]);
  });

  it('are loaded again when a decision failed', async () => {
    api.on(allow, () => {
      requests = [bob];
      return failure('ACCESS_REQUEST_NOT_FOUND');
    });
    const { user } = open();
    await user.click(await button('Allow Ada Lovelace'));
    expect(await screen.findByText('This request does not exist')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Ada Lovelace')).toBeNull());
  });

  it('are absent, or could not be loaded', async () => {
    api.on(list, () => failure('SERVICE_UNAVAILABLE'));
    const { user } = open();
    const text = await screen.findByText('The requests could not be loaded.');
    requests = [];
    api.on(list, () => pageOf([]));
    await user.click(within(text.parentElement as HTMLElement).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nobody asks for access.')).toBeVisible();
    expect(await heading('Requests')).toBeVisible();
  });
});

describe('selected requests', () => {
  const box = (name: string) => screen.findByRole('checkbox', { name });
  const dismissed = () => api.calls(dismissAll).map(({ body }) => (body as { ids: string[] }).ids);
  const confirm = async (user: ReturnType<typeof open>['user'], title: string) => {
    await user.click(await button('Dismiss the selected requests'));
    const dialog = within(screen.getByRole('dialog', { name: title }));
    expect(dismissed()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Dismiss' }));
  };

  it('are dismissed together after a confirmation that names their number', async () => {
    const { user } = open();
    expect(await button('Dismiss the selected requests')).toBeDisabled();
    await user.click(await box('Select all shown requests'));
    expect(screen.getByText('2 selected')).toBeVisible();
    await confirm(user, 'Dismiss 2 requests?');
    expect(await screen.findByText('2 requests are dismissed')).toBeVisible();
    expect(dismissed()).toEqual([[ada.id, bob.id]]);
    expect(await screen.findByText('Nobody asks for access.')).toBeVisible();
    expect(document.body).not.toHaveFocus();
  });

  it('are selected one by one, and those that were decided before are named', async () => {
    const { user } = open();
    await user.click(await box('Select the request of Bob'));
    await user.click(await box('Select the request of Ada Lovelace'));
    await user.click(await box('Select the request of Ada Lovelace'));
    requests = [ada, { ...bob, ...decision, state: 'allowed' }];
    await confirm(user, 'Dismiss 1 request?');
    expect(await screen.findByText('0 requests are dismissed. 1 was decided before')).toBeVisible();
    expect(dismissed()).toEqual([[bob.id]]);
  });

  it('can be all that match, in calls of 250', async () => {
    const others = Array.from({ length: 299 }, () => ({ ...ada, id: crypto.randomUUID() }));
    const all = [ada, ...others];
    api.on(list, ({ query }) => {
      const start = Number(query['cursor'] ?? 0);
      const end = start + Number(query['limit'] ?? 1);
      return pageOf(all.slice(start, end), end < all.length ? String(end) : null, all.length);
    });
    const { user } = open();
    await user.click(await button('Select all 300 requests that match'));
    expect(await screen.findByText('300 selected')).toBeVisible();
    requests = all;
    await confirm(user, 'Dismiss 300 requests?');
    expect(await screen.findByText('300 requests are dismissed')).toBeVisible();
    expect(dismissed().map(({ length }) => length)).toEqual([250, 50]);
    expect(dismissed().flat()).toEqual(all.map(({ id }) => id));
  });

  it('stay selected after a failure', async () => {
    api.on(dismissAll, () => failure('INTERNAL'));
    const { user } = open();
    await user.click(await box('Select the request of Bob'));
    await user.click(await button('Dismiss the selected requests'));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Dismiss' }));
    expect(await screen.findByText('Not Dismissed')).toBeVisible();
    expect(screen.getByText('1 selected')).toBeVisible();
  });

  it('are offered only in the list of open requests', async () => {
    const { user } = open();
    await box('Select all shown requests');
    await user.selectOptions(screen.getByLabelText('State of the requests'), 'All requests');
    await screen.findByText('Cleo');
    expect(screen.queryByRole('checkbox', { name: /request/ })).toBeNull();
  });
});
