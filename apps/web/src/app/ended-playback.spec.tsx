import { jest } from '@jest/globals';
import { routes, visitorLanguages } from '@secure-preview/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { loadMessages } from '../lib/language/page-language.js';
import { en } from '../messages/en.js';
import { enEntry } from '../messages/entry/en.js';
import { FakeApi, failure } from '../testing/fake-api.js';
import { activeTrailer, config, previewTexts, statuses } from '../testing/fixtures.js';
import { renderApp } from '../testing/render-app.js';
import { App } from './app.js';

const { auth, portal, trailers, viewing } = routes;
const ended = () => failure('ACCESS_ENDED', { reason: 'playbackEnded' });
let api: FakeApi;

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined);
  jest.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined);
  api = new FakeApi()
    .install()
    .on(auth.status, statuses.viewer)
    .on(portal.config, config)
    .on(portal.previewTexts, previewTexts)
    .on(viewing.accessLog, { ok: true })
    .on(viewing.checkAccess, { ok: true })
    .on(viewing.start, { id: '0b7f8e4e-0f5b-4d55-8a35-2f6f6c1d2e11' })
    .on(viewing.update, ended)
    .on(trailers.active, activeTrailer);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Plays the trailer until the page reports its progress. */
async function watch(): Promise<void> {
  const video = await screen.findByLabelText<HTMLVideoElement>('Episode One', { selector: 'video' });
  Object.defineProperty(video, 'played', { value: { length: 1, start: () => 0, end: () => 3.8 } });
  fireEvent.play(video);
  fireEvent.loadedMetadata(video);
  fireEvent.pause(video);
}

/** Returns the button of the screen. A player that failed has a button of the same name. */
async function findTryAgain(): Promise<HTMLElement> {
  await screen.findByText(enEntry.ended.reasons.playbackEnded);
  return screen.getByRole('button', { name: en.common.tryAgain });
}

it.each(visitorLanguages)('names the reason and whom to ask in the language %s', async (language) => {
  const messages = await loadMessages(language);
  const t = (messages.entry ?? enEntry).ended;
  renderApp(<App />, '/', messages);
  await watch();
  expect(await screen.findByRole('heading', { name: t.playbackEndedTitle })).toBeVisible();
  expect(screen.getByText(t.reasons.playbackEnded)).toBeVisible();
  expect(await screen.findByText(t.contact(config.ownerName))).toBeVisible();
  expect(screen.getByRole('link', { name: 'press@meridian.example' })).toBeVisible();
  expect(screen.getByRole('button', { name: messages.common.tryAgain })).toBeVisible();
  expect(document.querySelector('video')).toBeNull();
});

it('leaves the visitor signed in: there is no offer to sign in with another address', async () => {
  renderApp(<App />);
  await watch();
  await findTryAgain();
  expect(screen.queryByText(enEntry.ended.signOut)).toBeNull();
  expect(api.calls(auth.logout)).toEqual([]);
});

it('names the trailer in checks of access', async () => {
  renderApp(<App />);
  await watch();
  await waitFor(() =>
    expect(api.calls(viewing.checkAccess)[0]?.query).toEqual({ trailerId: activeTrailer.id }),
  );
});

it('shows the trailer again once the playback is allowed', async () => {
  const { user } = renderApp(<App />);
  await watch();
  const button = await findTryAgain();
  api.on(viewing.update, { ok: true });
  await user.click(button);
  await watch();
  await waitFor(() => expect(api.calls(viewing.update).length).toBeGreaterThan(1));
  expect(screen.queryByText(enEntry.ended.reasons.playbackEnded)).toBeNull();
});

it('shows the reason again while the playback is still ended', async () => {
  api.on(viewing.start, ended);
  const { user } = renderApp(<App />);
  await watch();
  await user.click(await findTryAgain());
  await waitFor(() => expect(screen.queryByText(enEntry.ended.reasons.playbackEnded)).toBeNull());
  await watch();
  expect(await screen.findByText(enEntry.ended.reasons.playbackEnded)).toBeVisible();
});

it('shows another version that was activated meanwhile', async () => {
  const { user } = renderApp(<App />);
  await watch();
  const button = await findTryAgain();
  api.on(trailers.active, { ...activeTrailer, id: crypto.randomUUID(), title: 'Episode Two' });
  await user.click(button);
  expect(await screen.findByLabelText('Episode Two', { selector: 'video' })).toBeVisible();
});
