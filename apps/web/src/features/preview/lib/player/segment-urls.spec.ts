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

const namedUrls = (names: string[], folder = '') =>
  names.map((name) => ({ name, url: storeUrl(`${folder}${name}`) }));

function respondWith(names: string[], companionNames: string[] = []): void {
  api.on(route, {
    segments: namedUrls(names),
    companion: namedUrls(companionNames, 'audio/'),
    validSeconds: 30,
  });
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

it('requests URLs again 5 s before they expire, and after the store rejected a URL', async () => {
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

describe('with a companion', () => {
  const audioUrl = (name: string) => segmentUrl(name).replace('/r/', '/audio/');
  beforeEach(() => {
    urls = new SegmentUrls((renditionId) => (renditionId === 'r' ? 'audio' : 'r'));
    respondWith(['a', 'b'], ['a', 'b']);
  });

  it('requests the URLs of both renditions at once, also while a request is in progress', async () => {
    const found = await Promise.all([urls.find(segmentUrl('a')), urls.find(audioUrl('a'))]);
    expect([...found, await urls.find(audioUrl('b'))]).toEqual(['a', 'audio/a', 'audio/b'].map(storeUrl));
    expect(api.calls(route).map(({ query }) => query)).toEqual([{ with: 'audio' }]);
  });

  it('requests the URLs of a companion separately if the first response omits them', async () => {
    respondWith(['a']);
    const found = await Promise.all([urls.find(segmentUrl('a')), urls.find(audioUrl('a'))]);
    expect(found).toEqual([storeUrl('a'), storeUrl('a')]);
    expect(requests()).toEqual([
      ['r', 'a'],
      ['audio', 'a'],
    ]);
  });
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
