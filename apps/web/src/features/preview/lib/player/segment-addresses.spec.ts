import { jest } from '@jest/globals';
import { routes } from '@secure-preview/contracts';
import { FakeApi, failure } from '../../../../testing/fake-api.js';
import { SegmentAddresses } from './segment-addresses.js';

const route = routes.playback.segmentAddresses;
const path = (name: string) => `http://portal.test/api/media/renditions/r/segments/${name}`;
const addressOf = (name: string) => `http://store.test/${name}`;

let api: FakeApi;
let addresses: SegmentAddresses;
beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  addresses = new SegmentAddresses();
  api = new FakeApi().install();
  answerWith(['a', 'b']);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

function answerWith(names: string[]): void {
  api.on(route, { segments: names.map((name) => ({ name, url: addressOf(name) })), validSeconds: 30 });
}
const requests = () => api.calls(route).map(({ params }) => [params['renditionId'], params['name']]);

it('requests the addresses of several segments at once', async () => {
  expect(await addresses.find(path('a'))).toBe(addressOf('a'));
  expect(await addresses.find(path('b'))).toBe(addressOf('b'));
  answerWith(['c']);
  expect(await addresses.find(path('c'))).toBe(addressOf('c'));
  expect(requests()).toEqual([
    ['r', 'a'],
    ['r', 'c'],
  ]);
});

it('requests addresses again 5 s before they expire, or when the store refused one', async () => {
  await addresses.find(path('a'));
  jest.advanceTimersByTime(24_000);
  await addresses.find(path('b'));
  expect(requests()).toHaveLength(1);
  jest.advanceTimersByTime(1000);
  await addresses.find(path('a'));
  expect(requests()).toHaveLength(2);
  addresses.forget(path('a'));
  await addresses.find(path('a'));
  expect(requests()).toHaveLength(3);
});

it('leaves other files to their own addresses', async () => {
  for (const other of ['http://portal.test/api/media/renditions/r/playlist.m3u8', 'http://portal.test/']) {
    expect(await addresses.find(other)).toBeUndefined();
  }
  expect(requests()).toEqual([]);
});

it('uses redirects for 10 s after a failure', async () => {
  api.on(route, () => failure('SERVICE_UNAVAILABLE'));
  expect(await addresses.find(path('a'))).toBeUndefined();
  expect(await addresses.find(path('a'))).toBeUndefined();
  expect(requests()).toHaveLength(1);
  answerWith(['a']);
  jest.advanceTimersByTime(10_000);
  expect(await addresses.find(path('a'))).toBe(addressOf('a'));
});

it('makes no more requests where the gateway relays segments', async () => {
  answerWith([]);
  expect(await addresses.find(path('a'))).toBeUndefined();
  jest.advanceTimersByTime(3_600_000);
  expect(await addresses.find(path('b'))).toBeUndefined();
  expect(requests()).toHaveLength(1);
});
