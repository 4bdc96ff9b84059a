import { jest } from '@jest/globals';
import type { Requester } from '@secure-preview/contracts';
import type { PlaybackClient } from '../rpc/rpc.module.js';
import { SignedSegmentsService } from './signed-segments.service.js';

const TRAILER = { id: 'trailer', durationSeconds: 60, marked: false };
const granted: Requester = { mayPreview: false, grantedTrailers: [TRAILER.id] };
const browser = { protocol: 'https' } as const;
const call = { requestId: 'r' };

/** Fake with segments of 4 s. Signs up to eight per call. */
class FakePlayback {
  readonly signed: string[] = [];

  constructor(private readonly last = 15) {}

  async signSegments({ name }: { name: string }) {
    this.signed.push(name);
    const count = Math.min(8, this.last - Number(name) + 1);
    const segments = Array.from({ length: count }, (_, index) => {
      const position = Number(name) + index;
      const url = `${position} in call ${this.signed.length}`;
      return { name: String(position), url, position, from: position * 4 - 4, to: position * 4 };
    });
    const complete = segments.at(-1)?.position === this.last;
    return { trailer: TRAILER, kind: 'video', via: 'redirect', segments, complete };
  }
}

let playback: FakePlayback;
let signed: SignedSegmentsService;
beforeEach(() => {
  jest.useFakeTimers();
  playback = new FakePlayback();
  signed = new SignedSegmentsService(playback as unknown as PlaybackClient);
});
afterEach(() => jest.useRealTimers());

const find = (name: string, { seconds = 0, requester = granted, hostname = 'portal.example' } = {}) =>
  signed.find(
    { renditionId: 'r', segment: name, requester, browser: { ...browser, hostname } },
    seconds,
    call,
  );

it('signs the requested segment and the following segments in one call', async () => {
  const { segments, validSeconds } = await find('1');
  expect(segments.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(validSeconds).toBe(59);
  expect((await find('6')).segments[0].url).toBe('6 in call 1');
  expect(playback.signed).toEqual(['1']);
});

it('reuses a URL while at least 30 of its 60 seconds remain', async () => {
  await find('1');
  jest.advanceTimersByTime(28_000);
  expect(await find('2')).toMatchObject({ validSeconds: 31, segments: { 0: { url: '2 in call 1' } } });
  jest.advanceTimersByTime(1000);
  expect(await find('2')).toMatchObject({ validSeconds: 59, segments: { 0: { url: '2 in call 2' } } });
});

it('signs again if the cached segments do not cover the requested seconds, except at the end of the rendition', async () => {
  await find('1');
  expect((await find('6', { seconds: 12 })).segments).toHaveLength(3);
  expect((await find('7', { seconds: 12 })).segments).toHaveLength(8);
  expect((await find('14', { seconds: 12 })).segments).toHaveLength(2);
  expect((await find('15', { seconds: 12 })).segments).toHaveLength(1);
  expect(playback.signed).toEqual(['1', '7', '14']);
});

it('signs separately for each host', async () => {
  await find('1');
  await find('1', { hostname: 'other.example' });
  expect(playback.signed).toEqual(['1', '1']);
});

it('uses cached URLs only for a granted trailer or a preview', async () => {
  await find('1');
  await find('1', { requester: { mayPreview: true, grantedTrailers: [] } });
  expect(playback.signed).toHaveLength(1);
  await find('1', { requester: { mayPreview: false, grantedTrailers: ['another'] } });
  expect(playback.signed).toHaveLength(2);
});

it('does not cache failures', async () => {
  const failing = jest
    .spyOn(playback, 'signSegments')
    .mockRejectedValueOnce(new Error('service unavailable'));
  await expect(find('1')).rejects.toThrow('service unavailable');
  failing.mockRestore();
  expect((await find('1')).segments[0].url).toBe('1 in call 1');
});

it('caches a limited number of URLs, and removes the oldest first', async () => {
  const hosts = Array.from({ length: 1251 }, (_, index) => `host-${index}.example`);
  for (const hostname of hosts) await find('1', { hostname });
  const before = playback.signed.length;
  await find('8', { hostname: hosts.at(-1) ?? '' });
  expect(playback.signed).toHaveLength(before);
  await find('1', { hostname: hosts[0] ?? '' });
  expect(playback.signed).toHaveLength(before + 1);
});
