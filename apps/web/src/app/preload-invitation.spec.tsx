import { routes } from '@secure-preview/contracts';
import { screen } from '@testing-library/react';
import { invitationLink, takeInvitationLink } from '../lib/invitation-link.js';
import { FakeApi } from '../testing/fake-api.js';
import { config, statuses } from '../testing/fixtures.js';
import { renderApp } from '../testing/render-app.js';
import { App } from './app.js';
import { preloadInvitation } from './preload-invitation.js';

const { readInvitation } = routes.entry;
const link = { id: '7c4bdf6e-3a3c-4f5e-9c1b-4a0a4a5f1c11', secret: 'secret' };
const invitation = { email: 'ada@kino.example', name: 'Ada Lovelace', needsCode: true };
let api: FakeApi;

beforeEach(() => {
  api = new FakeApi()
    .install()
    .on(routes.auth.status, statuses.stranger)
    .on(routes.portal.config, { ...config, gateMode: 'invited' })
    .on(readInvitation, invitation);
});
afterEach(() => invitationLink.forget());

function openLink() {
  history.replaceState(null, '', `/#invitation=${link.id}.${link.secret}`);
  takeInvitationLink();
}

it('requests the invitation once, before the page is rendered, and forgets it with the link', async () => {
  openLink();
  const { queryClient } = renderApp(null);
  await preloadInvitation(queryClient);
  const queryKey = ['invitation', link.id, link.secret];
  await queryClient.fetchQuery({ queryKey });
  expect(api.calls(readInvitation).map(({ body }) => body)).toEqual([link]);
  // Unused queries are removed in a later task.
  const isStored = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    return queryClient.getQueryCache().find({ queryKey }) !== undefined;
  };
  expect(await isStored()).toBe(true);
  invitationLink.forget();
  expect(await isStored()).toBe(false);
});

it('requests nothing without a link', async () => {
  const { queryClient } = renderApp(<App />);
  await preloadInvitation(queryClient);
  expect(await screen.findByLabelText('Email address')).toBeVisible();
  expect(api.calls(readInvitation)).toEqual([]);
});
