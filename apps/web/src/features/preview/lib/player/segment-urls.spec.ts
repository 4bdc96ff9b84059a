import { jest } from '@jest/globals';
import { routes } from '@secure-preview/contracts';
import { FakeApi, failure } from '../../../../testing/fake-api.js';
import { SegmentUrls } from './segment-urls.js';

const route = routes.playback.segmentUrls;
const segmentUrl = (name: string) => `http://portal.test/api/media/renditions/r/segments/${name}`;
const storeUrl = (name: string) => `http://store.test/${name}`;

let api: FakeApi;
let urls: SegmentUrls;
beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  urls = new SegmentUrls();
  api = new FakeApi().install();
  respondWith(['a', 'b']);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

function respondWith(names: string[]): void {
  api.on(route, { segments: names.map((name) => ({ name, url: storeUrl(name) })), validSeconds: 30 });
}
const requests = () => api.calls(route).map(({ params }) => [params['renditionId'], params['name']]);

it('requests the URLs of several segments at once', async () => {
  expect(await urls.find(segmentUrl('a'))).toBe(storeUrl('a'));
  expect(await urls.find(segmentUrl('b'))).toBe(storeUrl('b'));
  respondWith(['c']);
  expect(await urls.find(segmentUrl('c'))).toBe(storeUrl('c'));
  expect(requests()).toEqual([
    ['r', 'a'],
    ['r', 'c'],
  ]);
});

it('requests URLs again 5 s before they expire, and after the store rejected one', async () => {
  await urls.find(segmentUrl('a'));
  jest.advanceTimersByTime(24_000);
  await urls.find(segmentUrl('b'));
  expect(requests()).toHaveLength(1);
  jest.advanceTimersByTime(1000);
  await urls.find(segmentUrl('a'));
  expect(requests()).toHaveLength(2);
  urls.forget(segmentUrl('a'));
  await urls.find(segmentUrl('a'));
  expect(requests()).toHaveLength(3);
});

it('returns no URLs for files other than segments', async () => {
  for (const url of ['http://portal.test/api/media/renditions/r/playlist.m3u8', 'http://portal.test/']) {
    expect(await urls.find(url)).toBeUndefined();
  }
  expect(requests()).toEqual([]);
});

it('makes no requests for 10 s after a failure', async () => {
  api.on(route, () => failure('SERVICE_UNAVAILABLE'));
  expect(await urls.find(segmentUrl('a'))).toBeUndefined();
  expect(await urls.find(segmentUrl('a'))).toBeUndefined();
  expect(requests()).toHaveLength(1);
  respondWith(['a']);
  jest.advanceTimersByTime(10_000);
  expect(await urls.find(segmentUrl('a'))).toBe(storeUrl('a'));
});

it('makes no more requests when the gateway relays the segments', async () => {
  respondWith([]);
  expect(await urls.find(segmentUrl('a'))).toBeUndefined();
  jest.advanceTimersByTime(3_600_000);
  expect(await urls.find(segmentUrl('b'))).toBeUndefined();
  expect(requests()).toHaveLength(1);
});
