import { jest } from '@jest/globals';
import { routes } from '@secure-preview/contracts';
import { fireEvent, renderHook } from '@testing-library/react';
import { FakeApi } from '../../../../testing/fake-api.js';
import { FakeStream } from '../../../../testing/fake-stream.js';
import { useAccessStream } from './use-access-stream.js';

const { open } = routes.streams;
const onAccessLost = jest.fn();
let api: FakeApi;
let stream: FakeStream;
let isPaused: boolean;
let isHidden: boolean;
let video: HTMLVideoElement;
let unmount: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  onAccessLost.mockClear();
  [isPaused, isHidden] = [true, false];
  jest.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  video = document.createElement('video');
  Object.defineProperty(video, 'paused', { get: () => isPaused });
  stream = new FakeStream();
  api = new FakeApi().install().on(open, ({ init }) => stream.respond(init));
  ({ unmount } = renderHook(() => useAccessStream({ current: video }, 'trailer', onAccessLost)));
});
afterEach(() => {
  unmount();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1000);
const openStreams = () => api.calls(open).filter(({ init }) => !init.signal?.aborted).length;
const setHidden = (hidden: boolean) => {
  isHidden = hidden;
  fireEvent(document, new Event('visibilitychange'));
};
const setPaused = (paused: boolean) => {
  isPaused = paused;
  fireEvent(video, new Event(paused ? 'pause' : 'play'));
};

it('opens one stream while the page is visible, whether the video plays or not', async () => {
  expect(openStreams()).toBe(1);
  setPaused(false);
  setPaused(true);
  await seconds(10);
  expect(api.calls(open)).toHaveLength(1);
});

it('closes the stream while the page is hidden and the video is paused', () => {
  setHidden(true);
  expect(openStreams()).toBe(0);
  setHidden(false);
  expect(openStreams()).toBe(1);
});

it('keeps the stream of a hidden page whose video plays, until it is paused', () => {
  setPaused(false);
  setHidden(true);
  expect(api.calls(open)).toHaveLength(1);
  expect(openStreams()).toBe(1);
  setPaused(true);
  expect(openStreams()).toBe(0);
  setPaused(false);
  expect(openStreams()).toBe(1);
});

it('reports an ended access', async () => {
  await seconds(0);
  stream.send({ kind: 'ended', reason: 'revoked' });
  await seconds(0);
  expect(onAccessLost.mock.calls).toEqual([['revoked']]);
});

it('closes the stream when the player is removed', async () => {
  unmount();
  expect(openStreams()).toBe(0);
  setHidden(false);
  await seconds(60);
  expect(api.calls(open)).toHaveLength(1);
});
