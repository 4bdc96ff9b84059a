import { jest } from '@jest/globals';
import { routes, streamLimits } from '@secure-preview/contracts';
import { FakeApi, failure } from '../../../../testing/fake-api.js';
import { FakeStream } from '../../../../testing/fake-stream.js';
import { followAccess } from './access-stream.js';

const { streams, viewing } = routes;
const onAccessLost = jest.fn();
const onNews = jest.fn();
const onOpen = jest.fn();
const trailerId = 'a8b2c9d0-0000-4000-8000-000000000001';
let api: FakeApi;
let stream: FakeStream;
let close: () => void;

beforeEach(async () => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0);
  onAccessLost.mockClear();
  onNews.mockClear();
  onOpen.mockClear();
  stream = new FakeStream();
  api = new FakeApi().install().on(streams.open, ({ init }) => stream.respond(init));
});
afterEach(async () => {
  close();
  await seconds(0);
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1000);
const opened = () => api.calls(streams.open).length;
const follow = async () => {
  close = followAccess(trailerId, { onAccessLost, onNews, onOpen });
  await seconds(0);
};

it('opens a stream for the trailer', async () => {
  await follow();
  expect(api.calls(streams.open).map(({ query }) => query)).toEqual([{ trailerId }]);
});

it('says when events arrive, and when the stream has ended', async () => {
  await follow();
  stream.write(': open\n\n');
  await seconds(0);
  expect(onOpen.mock.calls.at(-1)).toEqual([true]);
  stream.end();
  await seconds(0);
  expect(onOpen.mock.calls.at(-1)).toEqual([false]);
});

it('reports an ended access with its reason at once, and opens no further stream', async () => {
  await follow();
  stream.send({ kind: 'ended', reason: 'blocked' });
  stream.end();
  await seconds(60);
  expect(onAccessLost.mock.calls).toEqual([['blocked']]);
  expect(opened()).toBe(1);
});

it('reports the shown version and changed terms, and keeps the stream', async () => {
  await follow();
  stream.send({ kind: 'shown', trailerId: 'a8b2c9d0-0000-4000-8000-000000000002' });
  stream.send({ kind: 'terms' });
  stream.send({ kind: 'shown' });
  await seconds(10);
  expect(onNews.mock.calls).toEqual([
    [{ shown: 'a8b2c9d0-0000-4000-8000-000000000002' }],
    [{ termsChanged: true }],
  ]);
  expect(onAccessLost).not.toHaveBeenCalled();
  expect(opened()).toBe(1);
});

it('reports a reason that it does not know, and ignores other events and invalid data', async () => {
  await follow();
  stream.send({ kind: 'later' });
  stream.write('data: {\n\n');
  await seconds(0);
  expect(onAccessLost).not.toHaveBeenCalled();
  stream.send({ kind: 'ended', reason: 'later' });
  await seconds(0);
  expect(onAccessLost.mock.calls).toEqual([['visitEnded']]);
});

it('reports a sign-out that the next request confirms', async () => {
  api.on(viewing.checkAccess, () => failure('UNAUTHORIZED'));
  await follow();
  stream.send({ kind: 'signedOut' });
  await seconds(0);
  expect(onAccessLost.mock.calls).toEqual([[undefined]]);
});

it('continues with the session that another tab has begun', async () => {
  api.on(viewing.checkAccess, { ok: true });
  await follow();
  stream.send({ kind: 'signedOut' });
  stream.end();
  await seconds(5);
  expect(onAccessLost).not.toHaveBeenCalled();
  expect(opened()).toBe(2);
});

it.each([
  [failure('ACCESS_ENDED', { reason: 'expired' }), 'expired'],
  [failure('UNAUTHORIZED'), undefined],
])('reports lost access if the stream is refused for it', async (response, reason) => {
  api.on(streams.open, () => response);
  await follow();
  await seconds(60);
  expect(onAccessLost.mock.calls).toEqual([[reason]]);
  expect(opened()).toBe(1);
});

it('opens the next stream 1 to 5 s after one has ended, or when the gateway says', async () => {
  await follow();
  stream.end();
  await seconds(0.9);
  expect(opened()).toBe(1);
  await seconds(0.2);
  expect(opened()).toBe(2);
  stream.write('retry: 3000\n\n');
  stream.end();
  await seconds(2.9);
  expect(opened()).toBe(2);
  await seconds(0.2);
  expect(opened()).toBe(3);
});

it('doubles the delay up to 30 s while no stream can be opened', async () => {
  api.on(streams.open, () => Promise.reject(new TypeError('no network')));
  await follow();
  for (const [index, delay] of [1, 2, 4, 8, 16, 30, 30].entries()) {
    await seconds(delay - 0.1);
    expect([delay, opened()]).toEqual([delay, index + 1]);
    await seconds(0.1);
    expect([delay, opened()]).toEqual([delay, index + 2]);
  }
});

it('waits as long as a gateway requests that refuses the stream', async () => {
  api.on(streams.open, () => failure('TOO_MANY_REQUESTS', { retryAfterSeconds: 12 }));
  await follow();
  await seconds(11.9);
  expect(opened()).toBe(1);
  await seconds(0.1);
  expect(opened()).toBe(2);
});

it('doubles its own delay when a full proxy always requests the same', async () => {
  api.on(streams.open, () => failure('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 }));
  await follow();
  await seconds(2 + 2 + 4 + 8);
  expect(opened()).toBe(5);
  await seconds(15);
  expect(opened()).toBe(5);
});

it('replaces a stream that receives nothing, and keeps one that receives comments', async () => {
  await follow();
  for (let minutes = 0; minutes < 2; minutes += 1) {
    await jest.advanceTimersByTimeAsync(streamLimits.pingEveryMs);
    stream.write(':\n\n');
  }
  await seconds(0);
  expect(opened()).toBe(1);
  await seconds(55);
  expect(opened()).toBe(2);
});

it('reports nothing, and opens no further stream, once it is closed', async () => {
  await follow();
  stream.send({ kind: 'ended', reason: 'blocked' });
  close();
  await seconds(60);
  expect(onAccessLost).not.toHaveBeenCalled();
  expect(opened()).toBe(1);
});
