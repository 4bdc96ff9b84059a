import { routes } from '@secure-preview/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HomePage } from '../../../app/home-page.js';
import { FakeApi } from '../../../testing/fake-api.js';
import { config, statuses } from '../../../testing/fixtures.js';
import { onTestEnd } from '../../../testing/on-test-end.js';
import { renderApp } from '../../../testing/render-app.js';

const art = { logo: '/api/gate/images/logo', keyArt: '/api/gate/images/key-art' };
let api: FakeApi;

beforeEach(() => {
  api = new FakeApi().install().on(routes.auth.status, statuses.stranger);
});

const keyArt = () => document.querySelector<HTMLImageElement>('.key-art img');
const submit = () => screen.findByRole('button', { name: 'Access Trailer' });

/** Adds the tag that the gateway adds to the page. */
function nameInPage(content: string): void {
  const tag = document.createElement('meta');
  tag.name = 'gate-art';
  tag.content = content;
  document.head.append(tag);
  onTestEnd(() => tag.remove());
}

describe('the gate', () => {
  it('shows the logo with the name of the company, and the key art', async () => {
    api.on(routes.portal.config, { ...config, gateArt: art });
    renderApp(<HomePage />);
    expect(await screen.findByRole('img', { name: 'Meridian Film' })).toHaveAttribute('src', art.logo);
    expect(keyArt()).toHaveAttribute('src', art.keyArt);
    expect(keyArt()?.closest('[aria-hidden]')).not.toBeNull();
  });

  it('shows neither while gate art is off', async () => {
    api.on(routes.portal.config, config);
    renderApp(<HomePage />);
    await submit();
    await screen.findByText('Jonathan Ashworth, Meridian Film');
    expect(document.querySelector('main img, .key-art')).toBeNull();
  });

  it('shows the images that the page names before the configuration has arrived', async () => {
    nameInPage(JSON.stringify(art));
    renderApp(<HomePage />);
    await submit();
    expect(keyArt()).toHaveAttribute('src', art.keyArt);
  });

  it('prefers the configuration to the images that the page names', async () => {
    nameInPage(JSON.stringify(art));
    api.on(routes.portal.config, config);
    renderApp(<HomePage />);
    await submit();
    await waitFor(() => expect(document.querySelector('main img, .key-art')).toBeNull());
  });

  it.each(['', 'x', '[]', '{"logo":1}'])('ignores the content %j', async (content) => {
    nameInPage(content);
    renderApp(<HomePage />);
    await submit();
    expect(document.querySelector('main img, .key-art')).toBeNull();
  });

  it('hides an image that cannot be loaded, and keeps the space of the logo', async () => {
    api.on(routes.portal.config, { ...config, gateArt: art });
    renderApp(<HomePage />);
    const logo = await screen.findByRole('img', { name: 'Meridian Film' });
    const space = logo.parentElement;
    const background = keyArt();
    if (background) fireEvent.error(background);
    fireEvent.error(logo);
    expect(document.querySelector('main img, .key-art')).toBeNull();
    expect(space).toBeInTheDocument();
  });
});
