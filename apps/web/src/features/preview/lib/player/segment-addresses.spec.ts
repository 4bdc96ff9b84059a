import { jest } from '@jest/globals';
import { routes } from '@secure-preview/contracts';
import { FakeApi, failure } from '../../../../testing/fake-api.js';
import { SegmentAddresses } from './segment-addresses.js';

const route = routes.playback.segmentAddresses;
const segmentUrl = (name: string) => `http://portal.test/api/media/renditions/r/segments/${name}`;
const storeUrl = (name: string) => `http://store.test/${name}`;

let api: FakeApi;
let addresses: SegmentAddresses;
beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  addresses = new SegmentAddresses();
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

it('requests the addresses of several segments at once', async () => {
  expect(await addresses.find(segmentUrl('a'))).toBe(storeUrl('a'));
  expect(await addresses.find(segmentUrl('b'))).toBe(storeUrl('b'));
  respondWith(['c']);
  expect(await addresses.find(segmentUrl('c'))).toBe(storeUrl('c'));
  expect(requests()).toEqual([
    ['r', 'a'],
    ['r', 'c'],
  ]);
});

it('requests addresses again 5 s before they expire, and after the store refused one', async () => {
  await addresses.find(segmentUrl('a'));
  jest.advanceTimersByTime(24_000);
  await addresses.find(segmentUrl('b'));
  expect(requests()).toHaveLength(1);
  jest.advanceTimersByTime(1000);
  await addresses.find(segmentUrl('a'));
  expect(requests()).toHaveLength(2);
  addresses.forget(segmentUrl('a'));
  await addresses.find(segmentUrl('a'));
  expect(requests()).toHaveLength(3);
});

it('returns no addresses for files other than segments', async () => {
  for (const url of ['http://portal.test/api/media/renditions/r/playlist.m3u8', 'http://portal.test/']) {
    expect(await addresses.find(url)).toBeUndefined();
  }
  expect(requests()).toEqual([]);
});

it('makes no requests for 10 s after a failure', async () => {
  api.on(route, () => failure('SERVICE_UNAVAILABLE'));
  expect(await addresses.find(segmentUrl('a'))).toBeUndefined();
  expect(await addresses.find(segmentUrl('a'))).toBeUndefined();
  expect(requests()).toHaveLength(1);
  respondWith(['a']);
  jest.advanceTimersByTime(10_000);
  expect(await addresses.find(segmentUrl('a'))).toBe(storeUrl('a'));
});

it('makes no more requests when the gateway relays the segments', async () => {
  respondWith([]);
  expect(await addresses.find(segmentUrl('a'))).toBeUndefined();
  jest.advanceTimersByTime(3_600_000);
  expect(await addresses.find(segmentUrl('b'))).toBeUndefined();
  expect(requests()).toHaveLength(1);
});
