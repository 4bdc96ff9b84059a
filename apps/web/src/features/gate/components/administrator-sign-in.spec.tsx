import { leadsHeaders, routes } from '@secure-preview/contracts';
import { screen } from '@testing-library/react';
import { App } from '../../../app/app.js';
import { answer, FakeApi, failure } from '../../../testing/fake-api.js';
import { config, statuses } from '../../../testing/fixtures.js';
import { renderApp } from '../../../testing/render-app.js';

const { enterAsAdministrator } = routes.entry;
let api: FakeApi;

beforeEach(() => {
  api = new FakeApi()
    .install()
    .on(routes.auth.status, statuses.stranger)
    .on(routes.portal.config, { ...config, gateMode: 'invited' })
    .on(routes.trailers.list, [])
    .on(routes.leads.list, () => answer(routes.leads.list, [], { [leadsHeaders.total]: '0' }));
});

async function openSignIn() {
  const { user } = renderApp(<App />, '/upload');
  const name = await screen.findByLabelText('Full name');
  const email = screen.getByLabelText('Email address');
  const password = screen.getByLabelText('Upload password');
  const submit = screen.getByRole('button', { name: 'Access Upload Page' });
  const fillIn = async () => {
    await user.type(name, 'Ada Lovelace');
    await user.type(email, 'ada@example.com');
    await user.type(password, 'correct horse');
  };
  return { user, name, email, password, submit, fillIn };
}

describe('the upload page of a stranger, with a gate that is not open', () => {
  it('accepts name, address and upload password in one step', async () => {
    api.on(enterAsAdministrator, () => {
      api.on(routes.auth.status, statuses.uploader);
      return answer(enterAsAdministrator, { authenticated: true, uploadAuthenticated: true });
    });
    const { user, submit, fillIn } = await openSignIn();
    await fillIn();
    await user.click(submit);
    expect(await screen.findByRole('heading', { name: 'Admin Upload' })).toBeVisible();
    expect(await screen.findByText('Access Granted')).toBeVisible();
    expect(api.calls(enterAsAdministrator).map(({ body }) => body)).toEqual([
      {
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        password: 'correct horse',
        termsAccepted: 'true',
        termsHash: config.terms.sha256,
      },
    ]);
  });

  it('shows every error of an empty form at its field, and sends nothing', async () => {
    const { user, name, email, password, submit } = await openSignIn();
    await user.click(submit);
    expect(name).toHaveAccessibleDescription('Name is required');
    expect(name).toHaveFocus();
    expect(email).toHaveAccessibleDescription('Please enter a valid email address');
    expect(password).toHaveAccessibleDescription('Password is required');
    expect(api.calls(enterAsAdministrator)).toHaveLength(0);
  });

  it('deletes only a wrong password', async () => {
    api.on(enterAsAdministrator, () => failure('INVALID_PASSWORD'));
    const { user, name, password, submit, fillIn } = await openSignIn();
    await fillIn();
    await user.click(submit);
    expect(await screen.findByText('Invalid password')).toBeVisible();
    expect(password).toHaveValue('');
    expect(password).toHaveFocus();
    expect(name).toHaveValue('Ada Lovelace');

    api.on(enterAsAdministrator, () => failure('TOO_MANY_ATTEMPTS'));
    await user.type(password, 'correct horse');
    await user.click(submit);
    expect(await screen.findByText('Too many attempts. Please try again later')).toBeVisible();
    expect(password).toHaveValue('correct horse');
  });

  it('opens the terms, which signing in accepts', async () => {
    const { user } = await openSignIn();
    expect(screen.getByText(/By signing in you accept the/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Terms of Agreement' }));
    expect(
      await screen.findByRole('dialog', { name: 'Terms of Agreement for Trailer Viewing' }),
    ).toBeVisible();
  });
});

it.each([
  ['with an open gate', () => answer(routes.portal.config, config)],
  ['without a configuration', () => failure('SERVICE_UNAVAILABLE')],
])('links to the main page %s', async (_case, response) => {
  api.on(routes.portal.config, response);
  renderApp(<App />, '/upload');
  expect(await screen.findByText('Authentication Required')).toBeVisible();
  expect(screen.queryByLabelText('Upload password')).toBeNull();
});
