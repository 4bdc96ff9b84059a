import { jest } from '@jest/globals';
import { accessEndedReason, type HttpRoute, routes } from '@secure-preview/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { invitationLink, takeInvitationLink } from '../lib/invitation-link.js';
import { rememberedGateFields } from '../lib/memory/gate-fields.js';
import { en } from '../messages/en.js';
import { enEntry } from '../messages/entry/en.js';
import { beginning } from '../testing/beginning.js';
import { answer, FakeApi, failure } from '../testing/fake-api.js';
import { FakeStream } from '../testing/fake-stream.js';
import { activeTrailer, config, previewTexts, statuses } from '../testing/fixtures.js';
import { onTestEnd } from '../testing/on-test-end.js';
import { renderApp } from '../testing/render-app.js';
import { App } from './app.js';

const { auth, entry, portal, streams, trailers, viewing } = routes;
const endedTitle = { name: 'Your access has ended' };
const ended = () => failure('ACCESS_ENDED', { reason: 'blocked' });
let api: FakeApi;
let unload: jest.SpiedFunction<HTMLMediaElement['load']>;

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined);
  unload = jest.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined);
  api = new FakeApi()
    .install()
    .on(auth.status, statuses.viewer)
    .on(portal.config, config)
    .on(portal.previewTexts, previewTexts)
    .on(viewing.accessLog, { ok: true })
    .on(viewing.start, { id: '0b7f8e4e-0f5b-4d55-8a35-2f6f6c1d2e11' })
    .on(trailers.active, activeTrailer);
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function play(): Promise<HTMLVideoElement> {
  const video = await screen.findByLabelText<HTMLVideoElement>('Episode One', { selector: 'video' });
  Object.defineProperty(video, 'played', { value: { length: 1, start: () => 0, end: () => 3.8 } });
  fireEvent.play(video);
  fireEvent.loadedMetadata(video);
  return video;
}

const reports: [string, HttpRoute, () => Promise<void>][] = [
  ['a page request', viewing.accessLog, async () => undefined],
  ['the start of playback', viewing.start, async () => void (await play())],
  ['a check of a paused player', viewing.checkAccess, async () => void (await play())],
  ['a report of progress', viewing.update, async () => void fireEvent.pause(await play())],
];

describe('ended access', () => {
  it.each(accessEndedReason.options)('is shown with its reason and a contact: %s', async (reason) => {
    api.on(auth.status, { ...statuses.stranger, accessEnded: reason });
    renderApp(<App />);
    expect(await screen.findByText(enEntry.ended.reasons[reason])).toBeVisible();
    expect(screen.getByRole('heading')).toHaveTextContent(
      /^(Your access has (ended|not begun yet)|The playback has ended)$/,
    );
    expect(await screen.findByText('If you have questions, please contact Jonathan Ashworth.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'press@meridian.example' })).toBeVisible();
    expect(screen.queryByText(en.session.expiredTitle)).toBeNull();
  });

  it.each([
    ['an address', { contactPhone: null }, true],
    ['a telephone number', { contactEmail: null }, true],
    ['no contact', { contactEmail: null, contactPhone: null }, false],
  ])('sends visitors to the owner only if there is a contact: %s', async (_case, contacts, hasContact) => {
    api
      .on(portal.config, { ...config, ...contacts })
      .on(auth.status, { ...statuses.stranger, accessEnded: 'blocked' });
    renderApp(<App />);
    const named = enEntry.ended.contact(config.ownerName);
    expect(await screen.findByText(hasContact ? named : enEntry.ended.noContact)).toBeVisible();
    expect(screen.queryAllByText(hasContact ? enEntry.ended.noContact : named)).toEqual([]);
    expect(screen.queryAllByRole('link')).toHaveLength(hasContact ? 1 : 0);
  });

  it('is shown with the time at which access begins', async () => {
    const startsAt = '2027-01-15T08:00:00.000Z';
    api.on(auth.status, { ...statuses.stranger, accessEnded: 'notBegun', startsAt });
    renderApp(<App />);
    expect(await screen.findByText(beginning(startsAt))).toBeVisible();
  });

  it.each(reports)(
    'that %s reports replaces the player at once and drops its video',
    async (_case, route, watch) => {
      api.on(route, ended);
      renderApp(<App />);
      await watch();
      expect(await screen.findByRole('heading', endedTitle)).toBeVisible();
      expect(screen.getByText('Your access to this preview was blocked.')).toBeVisible();
      expect(document.querySelector('video')).toBeNull();
      expect(screen.queryByText(en.session.expiredTitle)).toBeNull();
      // The page does not wait for another response.
      expect(api.calls(auth.status)).toHaveLength(1);
    },
  );

  it('that the event stream reports replaces the player at once', async () => {
    const stream = new FakeStream();
    api.on(streams.open, ({ init }) => stream.respond(init));
    renderApp(<App />);
    const video = await play();
    stream.send({ kind: 'ended', reason: 'blocked' });
    expect(await screen.findByRole('heading', endedTitle)).toBeVisible();
    expect(document.querySelector('video')).toBeNull();
    expect(unload.mock.contexts).toContain(video);
    expect(api.calls(streams.open).map(({ query }) => query)).toEqual([{ trailerId: activeTrailer.id }]);
    expect(api.calls(auth.status)).toHaveLength(1);
  });

  it('unloads the video from its element', async () => {
    api.on(viewing.start, ended);
    renderApp(<App />);
    const video = await play();
    await screen.findByRole('heading', endedTitle);
    expect(unload.mock.contexts).toContain(video);
    expect(video).not.toHaveAttribute('src');
  });

  it('lets the visitor sign in with another address', async () => {
    api.on(auth.status, { ...statuses.stranger, accessEnded: 'revoked' }).on(entry.forgetBrowser, () => {
      api.on(auth.status, statuses.stranger);
      return answer(entry.forgetBrowser, { ok: true });
    });
    rememberedGateFields.save({ name: 'Ada', email: 'ada@example.com' });
    const { user } = renderApp(<App />);
    await user.click(await screen.findByRole('button', { name: 'Sign in with another address' }));
    expect(await screen.findByLabelText('Email address')).toHaveValue('');
    expect(api.calls(entry.forgetBrowser)).toHaveLength(1);
  });

  it('is shown when a blocked visitor tries to enter', async () => {
    api.on(auth.status, statuses.stranger).on(auth.leadCapture, ended);
    const { user } = renderApp(<App />);
    await user.type(await screen.findByLabelText('Full name'), 'Ada');
    await user.type(screen.getByLabelText('Email address'), 'ada@example.com');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Access Trailer' }));
    expect(await screen.findByRole('heading', endedTitle)).toBeVisible();
    expect(screen.queryByText('Error')).toBeNull();
  });

  it('is not claimed of a stranger in a blocked network, whose access never began', async () => {
    api.on(auth.status, { ...statuses.stranger, networkBlocked: true });
    const { user } = renderApp(<App />);
    expect(await screen.findByRole('heading', { name: 'Access is not possible from here' })).toBeVisible();
    expect(screen.getByText('The organizer does not allow access from your network.')).toBeVisible();
    expect(screen.queryByLabelText('Full name')).toBeNull();
    api.on(auth.status, statuses.stranger);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('Full name')).toBeVisible();
  });

  it('is not claimed of somebody with an invitation link in a blocked network', async () => {
    api.on(auth.status, { ...statuses.stranger, networkBlocked: true });
    history.replaceState(null, '', '/#invitation=0b7f8e4e-0f5b-4d55-8a35-2f6f6c1d2e11.secret');
    takeInvitationLink();
    onTestEnd(invitationLink.forget);
    renderApp(<App />);
    expect(await screen.findByRole('heading', { name: 'Access is not possible from here' })).toBeVisible();
    // The link can still be used in another network.
    expect(invitationLink.read()).toBeDefined();
  });

  it('lets administrators of a blocked network sign in on the upload page, although the gate is open', async () => {
    api.on(auth.status, { ...statuses.stranger, networkBlocked: true });
    renderApp(<App />, '/upload');
    expect(await screen.findByLabelText('Upload password')).toBeVisible();
    expect(screen.queryByText('Authentication Required')).toBeNull();
  });

  it('lets administrators sign in on the upload page', async () => {
    api.on(auth.status, { ...statuses.stranger, accessEnded: 'blocked' });
    renderApp(<App />, '/upload');
    expect(await screen.findByLabelText('Upload password')).toBeVisible();
    expect(screen.queryByText('Authentication Required')).toBeNull();
  });
});
