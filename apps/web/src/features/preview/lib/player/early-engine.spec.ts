import { jest } from '@jest/globals';
import Hls from 'hls.js';
import { FakeHls, fakeHlsModule } from '../../../../testing/fake-hls.js';

const loadHls = jest.fn<() => Promise<typeof fakeHlsModule>>();
jest.unstable_mockModule('./load-hls.js', () => ({ loadHls }));
const { dropEarlyEngine, startEarlyEngine, takeEarlyEngine } = await import('./early-engine.js');
const { attachSource } = await import('./video-source.js');

const ONE = '/api/media/trailers/one/master.m3u8';
const TWO = '/api/media/trailers/two/master.m3u8';
const { created } = FakeHls;
const preloadOf = (url: string) => document.head.querySelector(`link[href="${url}"]`);

beforeEach(() => {
  jest.useFakeTimers();
  created.length = 0;
  FakeHls.isSupported = () => true;
  loadHls.mockReset().mockResolvedValue(fakeHlsModule);
  for (const method of ['load', 'pause'] as const) {
    jest.spyOn(HTMLMediaElement.prototype, method).mockImplementation(() => undefined);
  }
});
afterEach(() => {
  dropEarlyEngine();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

async function start(url: string, startAt?: number): Promise<FakeHls | undefined> {
  startEarlyEngine(url, { startAt });
  await loadHls.mock.results.at(-1)?.value;
  await Promise.resolve();
  return created.at(-1);
}

/** Takes an engine, as a player does that is shown for a moment. @returns whether there was one */
function take(url: string, startAt?: number): boolean {
  const { engine, release } = takeEarlyEngine(url, startAt);
  release();
  return engine !== undefined;
}

it('hands the engine to the player, which requests nothing again, and destroys it with its source', async () => {
  const hls = await start(ONE);
  expect(hls?.loadSource).toHaveBeenCalledWith(ONE);
  const video = document.createElement('video');
  const detach = attachSource(video, ONE, { onAccessLost: () => undefined, onError: () => undefined });
  expect(hls?.attachMedia).toHaveBeenCalledWith(video);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(hls?.destroy).not.toHaveBeenCalled();
  detach();
  expect(hls?.destroy).toHaveBeenCalledTimes(1);
  expect(created).toHaveLength(1);
  expect(preloadOf(ONE)).toBeNull();
});

it.each([
  ['another playlist', TWO, 42],
  ['another start position', ONE, 7],
  ['the beginning', ONE, undefined],
])('destroys an engine whose player needs %s', async (_case, url, startAt) => {
  const hls = await start(ONE, 42);
  expect(take(url, startAt)).toBe(false);
  expect(hls?.destroy).toHaveBeenCalledTimes(1);
});

it('hands over an engine that begins at the same stored position, and only once', async () => {
  await start(ONE, 42);
  expect(take(ONE, 42)).toBe(true);
  expect(take(ONE, 42)).toBe(false);
});

it('destroys an engine when its player does not appear within 30 s', async () => {
  const hls = await start(ONE);
  await jest.advanceTimersByTimeAsync(29_999);
  expect(hls?.destroy).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(hls?.destroy).toHaveBeenCalledTimes(1);
  expect(take(ONE)).toBe(false);
});

it('destroys an engine whose playlist was rejected, so that the player requests it and shows the reason', async () => {
  const hls = await start(ONE);
  hls?.report(Hls.Events.ERROR, { response: { code: 401 } });
  await jest.advanceTimersByTimeAsync(0);
  expect(hls?.destroy).toHaveBeenCalledTimes(1);
  expect(take(ONE)).toBe(false);
});

it('replaces the engine of the previous trailer or visitor', async () => {
  const first = await start(ONE);
  const second = await start(ONE);
  expect(first?.destroy).toHaveBeenCalledTimes(1);
  expect(second).not.toBe(first);
  expect(second?.destroy).not.toHaveBeenCalled();
});

it('starts none for the playlist of a present player', async () => {
  const { release } = takeEarlyEngine(ONE, undefined);
  await start(ONE);
  expect(created).toHaveLength(0);
  release();
  await start(ONE);
  expect(created).toHaveLength(1);
});

it('starts none where hls.js is unsupported', async () => {
  FakeHls.isSupported = () => false;
  await start(ONE);
  expect(created).toHaveLength(0);
});

it('requests the playlist while hls.js loads, and leaves the rest to a player that appears meanwhile', async () => {
  let finish: (module: typeof fakeHlsModule) => void = () => undefined;
  loadHls.mockReturnValue(new Promise((resolve) => (finish = resolve)));
  startEarlyEngine(TWO);
  await jest.advanceTimersByTimeAsync(0);
  // hls.js uses the preloaded response only if its own request has the same mode.
  expect(preloadOf(TWO)).toHaveAttribute('as', 'fetch');
  expect(preloadOf(TWO)).toHaveAttribute('crossorigin', '');
  expect(take(TWO)).toBe(false);
  finish(fakeHlsModule);
  await jest.advanceTimersByTimeAsync(0);
  expect(created).toHaveLength(0);
});

it('never hands over an engine that has just failed, because it does not try again', async () => {
  const hls = await start(ONE);
  hls?.report(Hls.Events.ERROR, { fatal: true });
  expect(take(ONE)).toBe(false);
  expect(hls?.destroy).toHaveBeenCalledTimes(1);
});
