import { jest } from '@jest/globals';
import { routes, visitorLanguages } from '@secure-preview/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { loadMessages } from '../lib/language/page-language.js';
import { en } from '../messages/en.js';
import { enEntry } from '../messages/entry/en.js';
import { FakeApi, failure } from '../testing/fake-api.js';
import { FakeStream } from '../testing/fake-stream.js';
import { activeTrailer, config, previewTexts, statuses } from '../testing/fixtures.js';
import { renderApp } from '../testing/render-app.js';
import { App } from './app.js';

const { auth, portal, streams, trailers, viewing } = routes;
const next = {
  ...activeTrailer,
  id: 'a8b2c9d0-0000-4000-8000-000000000002',
  title: 'Episode Two',
  filePath: '/api/media/trailers/two/master.m3u8',
};
const t = enEntry.otherVersion;
let api: FakeApi;
let stream: FakeStream;

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const method of ['load', 'pause'] as const)
    jest.spyOn(HTMLMediaElement.prototype, method).mockImplementation(() => undefined);
  stream = new FakeStream();
  api = new FakeApi()
    .install()
    .on(auth.status, statuses.viewer)
    .on(portal.config, config)
    .on(portal.previewTexts, previewTexts)
    .on(viewing.accessLog, { ok: true })
    .on(viewing.checkAccess, { ok: true })
    .on(streams.open, ({ init }) => stream.respond(init))
    .on(trailers.active, activeTrailer);
});
afterEach(() => jest.restoreAllMocks());

const findVideo = (title: string) => screen.findByLabelText<HTMLVideoElement>(title, { selector: 'video' });
async function open(messages = en) {
  const rendered = renderApp(<App />, '/', messages);
  await findVideo('Episode One');
  await waitFor(() => expect(api.calls(streams.open)).not.toEqual([]));
  // Without media support the video counts as missing, so the trailer is read again.
  await waitFor(() => expect(api.calls(trailers.active)).toHaveLength(2));
  await waitFor(() => expect(rendered.queryClient.isFetching()).toBe(0));
  return rendered;
}
const send = (event: object) => act(async () => stream.send(event));
const shown = (trailerId: string) => send({ kind: 'shown', trailerId });

it('is offered without touching the player, and loaded on request', async () => {
  const { user } = await open();
  const video = await findVideo('Episode One');
  api.on(trailers.active, next);
  await shown(next.id);
  expect(await screen.findByText(t.text)).toHaveAttribute('role', 'status');
  expect(await findVideo('Episode One')).toBe(video);
  expect(api.calls(trailers.active)).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: t.load }));
  expect(await findVideo('Episode Two')).toBeVisible();
  expect(screen.queryByText(t.text)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('is no longer offered when the playing version is shown again', async () => {
  await open();
  await shown(next.id);
  await screen.findByText(t.text);
  await shown(activeTrailer.id);
  await waitFor(() => expect(screen.queryByText(t.text)).toBeNull());
});

it('stays offered if it cannot be loaded, and the player stays', async () => {
  const { user } = await open();
  const video = await findVideo('Episode One');
  await shown(next.id);
  api.on(trailers.active, () => failure('SERVICE_UNAVAILABLE'));
  await user.click(await screen.findByRole('button', { name: t.load }));
  await waitFor(() => expect(api.calls(trailers.active)).toHaveLength(3));
  expect(await screen.findByRole('button', { name: t.load })).toBeEnabled();
  expect(await findVideo('Episode One')).toBe(video);
});

it.each(visitorLanguages)('is offered in the language %s', async (language) => {
  const messages = await loadMessages(language);
  const { otherVersion: texts } = messages.entry ?? enEntry;
  await open(messages);
  await shown(next.id);
  expect(await screen.findByText(texts.text)).toBeVisible();
  expect(screen.getByRole('button', { name: texts.load })).toBeVisible();
});

it('reads changed terms for the next visit, and interrupts nothing', async () => {
  await open();
  const video = await findVideo('Episode One');
  await screen.findByText(/© /);
  const before = api.calls(portal.config).length;
  await send({ kind: 'terms' });
  await waitFor(() => expect(api.calls(portal.config)).toHaveLength(before + 1));
  expect(await findVideo('Episode One')).toBe(video);
  expect(api.calls(auth.status)).toHaveLength(1);
});
