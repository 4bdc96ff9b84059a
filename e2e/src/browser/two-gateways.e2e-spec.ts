import type { Page, Request } from '@playwright/test';
import { streamLimits } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Fleet, serviceOf } from '../faults/fleet.js';
import { Requesters } from '../faults/requesters.js';
import { Visitor } from '../support/browser.js';
import { type Client, enterAsUploader, enterAsViewer } from '../support/client.js';
import { publishTrailer } from '../support/published-trailer.js';
import { type StreamClose, StreamCrowd, type ViewerStream } from '../support/stream-crowd.js';
import { expect, test } from '../support/test.js';

const gateways = ['gateway-1', 'gateway-2'] as const;
type Gateway = (typeof gateways)[number];

/**
 * Milliseconds within which a page shows a change on a busy machine. `live.e2e-spec.ts` and `npm run bench -- live`
 * check the 2 and 3 s of docs/product.md.
 */
const SHOWN_WITHIN_MS = 10_000;
/** Event streams without a browser. */
const STREAMS = 200;
/** Attempts to end a playback at the other gateway. The proxy takes gateways in turn. */
const ATTEMPTS = 12;
/** Route that ends a playback, as the metric of requests names it. */
const ENDING = { method: 'POST', route: '/api/lead-captures/:leadId/ended-playbacks/:trailerId' };

let fleet: Fleet;
let admin: Client;
let trailer: { id: string; filePath: string };
let administrator: Visitor;
let live: Page;
let ada: Visitor;
let maya: Visitor;
/** The gateway that holds the stream of Ada. */
let gatewayOfAda: Gateway;
let crowd: StreamCrowd | undefined;
let requesters: Requesters | undefined;

// Each test continues with the visitors of the previous ones.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser, files }) => {
  const video = files.repeat(files.video('mp4', 8), 5);
  fleet = await Fleet.start({
    replicas: {
      'auth-service': 1,
      'media-service': 1,
      'media-worker': 1,
      'analytics-service': 1,
      gateway: gateways.length,
      notifier: 1,
    },
    // Browsers use the same processor, so a delay of the event loop does not mean an overload.
    envOf: (name) => (serviceOf(name as Gateway) === 'gateway' ? { MAX_EVENT_LOOP_DELAY_MS: '2000' } : {}),
  });
  await publishTrailer(fleet.url, { title: 'Perihelion', video });
  admin = await enterAsUploader(fleet.url);
  trailer = (await admin.get('/api/active-trailer')).json();
  administrator = await Visitor.arrive(browser, fleet.url, { as: admin.copy(), path: '/upload/live' });
  live = administrator.page;
  const arrive = async (name: string) =>
    Visitor.arrive(browser, fleet.url, {
      device: 'enlarged',
      as: await enterAsViewer(fleet.url, name),
      path: null,
    });
  ada = await arrive('Ada Lovelace');
  maya = await arrive('Maya Deren');
});
test.afterEach(() => {
  expect(fleet?.unexpectedExits ?? []).toEqual([]);
});
test.afterAll(async () => {
  await requesters?.stop();
  await crowd?.leave();
  await maya?.leave();
  await ada?.leave();
  await administrator?.leave();
  await fleet?.dispose();
});

const streamsAt = (gateway: Gateway) => fleet.metric(gateway, 'portal_event_streams');
const streams = () => Promise.all(gateways.map(streamsAt));
const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
/** Resolves once browsers and the crowd have this many open streams. */
const untilOpen = (inBrowsers: number, inCrowd = 0) =>
  until(async () => total(await streams()) === inBrowsers + inCrowd && (crowd?.open ?? 0) === inCrowd, {
    deadlineMs: 60_000,
    what: `${inBrowsers} and ${inCrowd} open streams`,
  });

const row = (name: string) => live.getByRole('listitem').filter({ hasText: name });
const shows = (name: string, text: RegExp | string) =>
  expect(row(name)).toContainText(text, { timeout: SHOWN_WITHIN_MS });

/** Opens the page of a visitor. Resolves once its stream is open. */
async function open({ page }: Visitor): Promise<void> {
  const opened = page.waitForResponse((response) => response.url().includes('/api/events?'));
  await page.goto(fleet.url);
  expect((await opened).status()).toBe(200);
}

async function play(visitor: Visitor): Promise<void> {
  await visitor.watch(0.1);
  await visitor.slowDown();
}

/** Expects that the picture of a visitor moves. */
async function expectPlaying({ page }: Visitor): Promise<void> {
  const position = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  const before = await position();
  await until(async () => (await position()) > before, { what: 'the picture to move' });
}

/** Expects that the picture of Maya disappears in time, and that her page says why. */
async function expectEnded(withinMs = SHOWN_WITHIN_MS): Promise<void> {
  const { page } = maya;
  await expect(page.getByRole('heading', { name: 'The playback has ended' })).toBeVisible({
    timeout: withinMs,
  });
  await expect(page.locator('video')).toHaveCount(0);
  await expect(page.getByText('The organizer ended the playback of this trailer.')).toBeVisible();
}

/** Returns what tells the page of Maya first that her playback has ended: its stream, which it closes, or a response. */
function whenToldBy(): Promise<'stream' | 'response'> {
  const { page } = maya;
  const isStream = (request: Request) => request.url().includes('/api/events?');
  const closed = [
    page.waitForEvent('requestfailed', isStream),
    page.waitForEvent('requestfinished', isStream),
  ].map((event) => event.then(() => 'stream' as const));
  const refused = page.waitForResponse((response) => response.status() === 403);
  return Promise.race([...closed, refused.then(() => 'response' as const)]);
}

/** Ends the playback of Maya on the live page. Returns the gateway that served the request. */
async function endPlayback(): Promise<Gateway> {
  // The next report, which would be refused, follows after 5 s or more.
  await maya.page.waitForResponse((response) => response.request().method() === 'PATCH');
  const served = () =>
    Promise.all(
      gateways.map((name) => fleet.metric(name, 'portal_http_request_duration_seconds_count', ENDING)),
    );
  const before = await served();
  const how = whenToldBy();
  await row('Maya Deren').getByRole('button', { name: 'End playback: Maya Deren' }).click();
  await expectEnded();
  expect(await how).toBe('stream');
  const servedBy = async () => {
    const after = await served();
    return gateways.find((_, index) => after[index] !== before[index]);
  };
  return until(servedBy, { what: 'a gateway that served the request' });
}

test('shows visitors at both gateways on one live page', async () => {
  await open(ada);
  await untilOpen(1);
  gatewayOfAda = (await streamsAt('gateway-1')) === 1 ? 'gateway-1' : 'gateway-2';
  let attempts = 0;
  await until(
    async () => {
      // The proxy takes gateways in turn, so pages with as many requests as before would get the same one.
      attempts += 1;
      if (attempts % 2 === 0) await admin.get('/api/auth/status');
      await open(maya);
      await untilOpen(2);
      return (await streams()).every((count) => count === 1);
    },
    { deadlineMs: 60_000, what: 'a stream at each gateway' },
  );
  await play(ada);
  await shows('Ada Lovelace', /Playing.*Perihelion/);
  await play(maya);
  await shows('Maya Deren', /Playing.*Perihelion/);
  await maya.page.keyboard.press('k');
  await shows('Maya Deren', 'Paused');
  await shows('Ada Lovelace', 'Playing');
  await maya.page.keyboard.press('k');
  await shows('Maya Deren', 'Playing');
});

test('ends the playback of a visitor whose stream is at the other gateway', async () => {
  const pairs: (readonly [stream: Gateway, end: Gateway])[] = [];
  while (pairs.every(([stream, end]) => stream === end) && pairs.length < ATTEMPTS) {
    const [first] = await streams();
    const inFirst = (first ?? 0) - (gatewayOfAda === 'gateway-1' ? 1 : 0);
    pairs.push([inFirst === 1 ? 'gateway-1' : 'gateway-2', await endPlayback()]);
    await expectPlaying(ada);
    await shows('Maya Deren', 'Playback ended');
    await shows('Ada Lovelace', 'Playing');

    await row('Maya Deren').getByRole('button', { name: 'Allow playback again: Maya Deren' }).click();
    await expect(row('Maya Deren').getByRole('button', { name: /^End playback/ })).toBeVisible();
    await maya.page.getByRole('button', { name: 'Try again' }).click();
    await play(maya);
    await untilOpen(2);
    // Otherwise the row of the ended player stays beside that of the new one.
    await live.reload();
    await shows('Maya Deren', 'Playing');
  }
  expect(pairs.some(([stream, end]) => end !== stream)).toBe(true);
});

/** Expects that pages reconnect at random times between 1 and 5 s. */
function expectSpread(closes: readonly StreamClose[]): void {
  const delays = closes.map(({ retryMs }) => retryMs ?? Number.NaN).sort((a, b) => a - b);
  const { min, max } = streamLimits.retryMs;
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(min);
  expect(Math.max(...delays)).toBeLessThanOrEqual(max);
  const together = delays.map((from) => delays.filter((ms) => ms >= from && ms < from + 500).length);
  expect(Math.max(...together)).toBeLessThan(delays.length / 2);
}

/** Ends the playback of a visitor whose stream is closed at this moment. */
async function endWhileClosed(stream: ViewerStream): Promise<void> {
  const leads = (await admin.get(`/api/lead-captures?q=${encodeURIComponent(stream.name)}`)).json();
  expect(stream.isOpen).toBe(false);
  const answer = await admin.post(`/api/lead-captures/${leads[0].id}/ended-playbacks/${trailer.id}`);
  expect(answer.status, answer.text).toBe(200);
}

/** Resolves with the streams that a gateway has closed since; at most those of both browsers are not among them. */
async function closedSince({ closes }: StreamCrowd, before: number, held: number): Promise<StreamClose[]> {
  await until(() => closes.length - before >= held - 2, { what: 'the streams of the gateway to be closed' });
  return closes.slice(before);
}

test('closes no stream for good, and fails no request, when gateways restart one by one', async () => {
  crowd = await StreamCrowd.enter(fleet.url, trailer.id, STREAMS);
  await untilOpen(2, STREAMS);
  requesters = await Requesters.enter(fleet.url, trailer.filePath);
  const ended: ViewerStream[] = [];
  for (const gateway of gateways) {
    const held = await streamsAt(gateway);
    expect(held).toBeGreaterThan(STREAMS / 10);
    const before = crowd.closes.length;
    const replaced = fleet.replace(gateway, 'SIGTERM');
    const closed = await closedSince(crowd, before, held);
    expectSpread(closed);
    // The one that reconnects last.
    const [last] = closed.toSorted((a, b) => (b.retryMs ?? 0) - (a.retryMs ?? 0));
    if (!last) throw new Error('no stream was closed');
    await endWhileClosed(last.stream);
    ended.push(last.stream);
    await replaced;
    await until(() => last.stream.ended, { what: 'the end of the playback' });
    await untilOpen(2, STREAMS - ended.length);
    expect(crowd.closes.slice(before).filter(({ retryMs }) => retryMs === undefined)).toEqual([]);
    await expectPlaying(ada);
    await expectPlaying(maya);
  }
  await requesters.stop();
  expect(ended.map((stream) => stream.ended)).toEqual(
    gateways.map(() => ({ kind: 'ended', reason: 'playbackEnded' })),
  );
  expect(crowd.refusals).toEqual([]);
  expect(requesters.requests.failures()).toEqual([]);
  await shows('Ada Lovelace', 'Playing');
  await shows('Maya Deren', 'Playing');
});

test('brings streams back, and ends a playback, after kill -9 of a gateway', async () => {
  if (!crowd) throw new Error('nobody has entered');
  requesters = await Requesters.enter(fleet.url, trailer.filePath);
  const open = crowd.open;
  const [held, before] = [await streamsAt('gateway-1'), crowd.closes.length];
  const replaced = fleet.replace('gateway-1', 'SIGKILL');
  const broken = await closedSince(crowd, before, held);
  await row('Maya Deren').getByRole('button', { name: 'End playback: Maya Deren' }).click();
  // If her stream broke, her page waits for 1 to 5 s before it opens another one.
  await expectEnded(SHOWN_WITHIN_MS + streamLimits.retryMs.max);
  await replaced;
  await untilOpen(1, open);
  expect(new Set(broken.map(({ retryMs }) => retryMs))).toEqual(new Set([undefined]));
  await expectPlaying(ada);
  await shows('Ada Lovelace', 'Playing');
  await requesters.stop();
  // Only requests in flight at the killed gateway fail, of which each visitor has one.
  const failures = requesters.requests.failures();
  expect(failures.length).toBeLessThanOrEqual(requesters.count);
  expect(failures.filter(({ outcome }) => ![503, 'broken'].includes(outcome))).toEqual([]);
});
