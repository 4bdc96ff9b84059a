import { type AccessRequest, routes } from '@secure-preview/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import AdminArea from '../../../../app/admin-area.js';
import { answer, FakeApi, failure } from '../../../../testing/fake-api.js';
import { config, statuses } from '../../../../testing/fixtures.js';
import { renderApp } from '../../../../testing/render-app.js';

const { list, allow, dismiss } = routes.accessRequests;
const ada: AccessRequest = {
  id: crypto.randomUUID(),
  name: 'Ada Lovelace',
  email: 'ada@kino.example',
  reason: 'I write about films.',
  at: '2026-03-01T12:00:00.000Z',
  state: 'open',
};
const bob = { ...ada, id: crypto.randomUUID(), name: 'Bob', email: 'bob@kino.example', reason: '' };
const cleo = { ...ada, id: crypto.randomUUID(), name: 'Cleo', email: 'cleo@kino.example', state: 'allowed' };
let requests: AccessRequest[];
let api: FakeApi;

const open = () => renderApp(<AdminArea />, '/upload/access');
const button = (name: string) => screen.findByRole('button', { name });
const heading = (name: string) => screen.findByRole('heading', { name, level: 2 });

beforeEach(() => {
  requests = [ada, bob, cleo];
  const decide = (state: string) => (id: string | undefined) => {
    requests = requests.map((request) => (request.id === id ? { ...request, state } : request));
  };
  api = new FakeApi()
    .install()
    .on(routes.auth.status, statuses.uploader)
    .on(routes.portal.config, config)
    .on(list, () => answer(list, { requests }))
    .on(allow, ({ params }) => {
      decide('allowed')(params['requestId']);
      return answer(allow, { ok: true });
    })
    .on(dismiss, ({ params }) => {
      decide('dismissed')(params['requestId']);
      return answer(dismiss, { ok: true });
    });
});

describe('requests for access', () => {
  it('are listed with their reasons, and counted in the heading', async () => {
    open();
    expect(await heading('Requests (2)')).toBeVisible();
    const items = within(screen.getByRole('list', { name: 'Open requests for access' })).getAllByRole(
      'listitem',
    );
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Ada Lovelace ada@kino.example.*I write about films.*asked on Mar 1, 2026/),
      expect.stringMatching(/Bob bob@kino.example.*No reason given/),
    ]);
    expect(screen.getByText('Cleo')).not.toBeVisible();
  });

  it('are allowed with one click', async () => {
    const { user } = open();
    await user.click(await button('Allow Ada Lovelace'));
    expect(await screen.findByText('An invitation to ada@kino.example is queued')).toBeVisible();
    expect(await heading('Requests (1)')).toBeVisible();
    expect(api.calls(allow).map(({ params }) => params)).toEqual([{ requestId: ada.id }]);
    await user.click(screen.getByText('Decided requests (2)'));
    expect(screen.getByText('Ada Lovelace')).toBeVisible();
    expect(screen.getAllByText('Allowed')).toHaveLength(2);
    expect(document.body).not.toHaveFocus();
  });

  it('are dismissed', async () => {
    requests = [bob];
    const { user } = open();
    await user.click(await button('Dismiss the request of Bob'));
    expect(await screen.findByText('No mail is sent to Bob')).toBeVisible();
    expect(screen.getByText('Nobody asks for access.')).toBeVisible();
    expect(api.calls(dismiss).map(({ params }) => params)).toEqual([{ requestId: bob.id }]);
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
    api.on(list, { requests: [] });
    await user.click(within(text.parentElement as HTMLElement).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nobody asks for access.')).toBeVisible();
    expect(await heading('Requests')).toBeVisible();
  });
});
