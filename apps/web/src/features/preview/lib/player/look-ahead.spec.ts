import { jest } from '@jest/globals';
import Hls, { type Fragment, type FragmentLoaderContext, type LoaderConfiguration } from 'hls.js';
import { FakeSegmentRequest } from '../../../../testing/fake-segment-request.js';
import { LookAhead } from './look-ahead.js';

const BYTES = 1000;
const urlOf = (name: string | number) => `http://store.test/${name}`;
const segment = (sn: number, type = 'main') => ({ sn, type, url: urlOf(sn) }) as unknown as Fragment;

const config = { loadPolicy: { maxTimeToFirstByteMs: 10_000, maxLoadTimeMs: 20_000 } } as LoaderConfiguration;
let lookAhead: LookAhead;
let Loader: ReturnType<LookAhead['loaderClass']>;
beforeEach(() => {
  jest.useFakeTimers();
  FakeSegmentRequest.install();
  lookAhead = new LookAhead(({ sn, type }) => (type === 'main' ? segment(Number(sn) + 1) : undefined));
  Loader = lookAhead.loaderClass();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Loads a segment as hls.js does. */
async function load(frag: Fragment) {
  const loader = new Loader(Hls.DefaultConfig);
  const loaded = { loader, frag, onSuccess: jest.fn(), onError: jest.fn(), onTimeout: jest.fn() };
  frag.stats = loader.stats;
  const context = { frag, url: frag.url, responseType: 'arraybuffer' } as FragmentLoaderContext;
  loader.load(context, config, loaded);
  await jest.advanceTimersByTimeAsync(0);
  return loaded;
}
/** Returns the last request for a segment. */
const request = (sn: number) => FakeSegmentRequest.lastOf(urlOf(sn));
const requested = () => FakeSegmentRequest.all.map(({ url }) => url);
async function respond(sn: number): Promise<void> {
  request(sn).respond(200);
  await jest.advanceTimersByTimeAsync(0);
}
/** Loads the first segment until it arrives, and returns both requests. */
async function loadFirst() {
  const loaded = await load(segment(1));
  await jest.advanceTimersByTimeAsync(40);
  await respond(1);
  return loaded;
}

it('requests the next two segments when one starts to arrive, and hands them over', async () => {
  const first = await load(segment(1));
  expect(requested()).toEqual([1].map(urlOf));
  await respond(1);
  expect(requested()).toEqual([1, 2].map(urlOf));
  await respond(2);
  await respond(3);
  expect(requested()).toEqual([1, 2, 3].map(urlOf));
  request(1).finish(BYTES);
  expect(first.onSuccess).toHaveBeenCalledTimes(1);
  const second = await load(segment(2));
  expect(requested()).toEqual([1, 2, 3, 4].map(urlOf));
  expect(second.onSuccess).not.toHaveBeenCalled();
  request(2).finish(BYTES);
  expect(second.onSuccess).toHaveBeenCalledTimes(1);
  request(3).finish(BYTES);
  const third = await load(segment(3));
  expect(third.onSuccess).toHaveBeenCalledTimes(1);
  expect(requested()).toEqual([1, 2, 3, 4].map(urlOf));
});

it('counts the time in which segments share the connection once', async () => {
  await loadFirst();
  await jest.advanceTimersByTimeAsync(40);
  await respond(2);
  await respond(3);
  await jest.advanceTimersByTimeAsync(100);
  request(1).finish(BYTES);
  await jest.advanceTimersByTimeAsync(60);
  request(2).finish(BYTES);
  await jest.advanceTimersByTimeAsync(30);
  request(3).finish(BYTES);
  await jest.advanceTimersByTimeAsync(500);
  for (const [sn, milliseconds] of [
    [2, 60],
    [3, 30],
  ] as const) {
    const { loading, loaded } = (await load(segment(sn))).frag.stats;
    expect([loading.first - loading.start, loading.end - loading.first, loaded]).toEqual([
      0,
      milliseconds,
      BYTES,
    ]);
    // The time until hls.js asked for it does not count.
    expect(loading.end).toBe(performance.now());
  }
});

it('counts a segment that waited for hls.js as loaded when it is handed over', async () => {
  await loadFirst();
  request(1).finish(BYTES);
  await jest.advanceTimersByTimeAsync(30);
  request(2).respond(200);
  await jest.advanceTimersByTimeAsync(100);
  request(2).finish(BYTES);
  await jest.advanceTimersByTimeAsync(500);
  const { frag } = await load(segment(2));
  const { loading } = frag.stats;
  expect([loading.first - loading.start, loading.end - loading.first]).toEqual([30, 100]);
  expect(loading.end).toBe(performance.now());
});

it('aborts the next segment when hls.js loads another one, or aborts', async () => {
  await loadFirst();
  await load(segment(7));
  expect(request(2).isAborted).toBe(true);
  await respond(7);
  const again = await load(segment(8));
  expect(request(8).isAborted).toBe(false);
  await respond(8);
  again.loader.abort();
  expect([request(8), request(9)].map(({ isAborted }) => isAborted)).toEqual([true, true]);
});

it('keeps the next segment while audio loads, and aborts it when access ends', async () => {
  await loadFirst();
  await load(segment(101, 'audio'));
  const arrived = performance.now();
  request(2).respond(200);
  await jest.advanceTimersByTimeAsync(20);
  request(101).finish(BYTES);
  expect(request(2).isAborted).toBe(false);
  const { frag } = await load(segment(2));
  expect(frag.stats.loading.first).toBe(arrived);
  await respond(3);
  lookAhead.drop();
  expect([request(3), request(4)].map(({ isAborted }) => isAborted)).toEqual([true, true]);
});

it('requests a segment again if it failed before hls.js asked for it', async () => {
  await loadFirst();
  request(2).respond(403);
  request(2).finish(0);
  request(1).finish(BYTES);
  const second = await load(segment(2));
  expect(requested()).toEqual([1, 2, 2].map(urlOf));
  request(2).respond(200);
  request(2).finish(BYTES);
  expect(second.onSuccess).toHaveBeenCalledTimes(1);
  expect(second.onError).not.toHaveBeenCalled();
});

it('reports a failure after hls.js asked for the segment, and requests nothing ahead of it', async () => {
  await loadFirst();
  request(1).finish(BYTES);
  const second = await load(segment(2));
  request(2).respond(503);
  request(2).finish(0);
  await jest.advanceTimersByTimeAsync(0);
  expect(second.onError.mock.calls[0]?.[0]).toMatchObject({ code: 503 });
  expect(requested()).toEqual([1, 2].map(urlOf));
});
