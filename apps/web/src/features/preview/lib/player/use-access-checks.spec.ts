import { jest } from '@jest/globals';
import { routes } from '@secure-preview/contracts';
import { fireEvent, renderHook } from '@testing-library/react';
import { FakeApi, failure } from '../../../../testing/fake-api.js';
import { useAccessChecks } from './use-access-checks.js';

const { checkAccess } = routes.viewing;
const onAccessLost = jest.fn();
const TRAILER = '3d3f0c4f-9c1b-4f0e-8f0b-2f6f6c1d2e11';
let api: FakeApi;
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
  api = new FakeApi().install().on(checkAccess, { ok: true });
  ({ unmount } = renderHook(() => useAccessChecks({ current: video }, TRAILER, onAccessLost)));
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1000);
const checks = () => api.calls(checkAccess).length;

it('checks the access every 10 s while the video is paused and visible', async () => {
  await seconds(9);
  expect(checks()).toBe(0);
  await seconds(1);
  expect(checks()).toBe(1);
  await seconds(20);
  expect(checks()).toBe(3);
});

it('does not check at intervals during playback, or while the page is hidden', async () => {
  isPaused = false;
  await seconds(60);
  [isPaused, isHidden] = [true, true];
  await seconds(60);
  expect(checks()).toBe(0);
});

it('checks when playback starts, and when the page becomes visible', () => {
  fireEvent.play(video);
  expect(checks()).toBe(1);
  isHidden = true;
  fireEvent(document, new Event('visibilitychange'));
  expect(checks()).toBe(1);
  isHidden = false;
  fireEvent(document, new Event('visibilitychange'));
  expect(checks()).toBe(2);
});

it('names the trailer, and no trailer where there is none', async () => {
  fireEvent.play(video);
  expect(api.calls(checkAccess).at(-1)?.query).toEqual({ trailerId: TRAILER });
  unmount();
  ({ unmount } = renderHook(() => useAccessChecks({ current: video }, undefined, onAccessLost)));
  fireEvent.play(video);
  expect(api.calls(checkAccess).at(-1)?.query).toEqual({});
});

it.each([
  ['the access has ended', failure('ACCESS_ENDED', { reason: 'blocked' }), ['blocked']],
  ['the playback was ended', failure('ACCESS_ENDED', { reason: 'playbackEnded' }), ['playbackEnded']],
  ['the session has expired', failure('UNAUTHORIZED'), [undefined]],
])('reports that %s', async (_case, response, reported) => {
  api.on(checkAccess, () => response);
  await seconds(10);
  expect(onAccessLost.mock.calls).toEqual([reported]);
});

it('ignores other failures, and checks again', async () => {
  api.on(checkAccess, () => failure('SERVICE_UNAVAILABLE'));
  await seconds(20);
  expect(onAccessLost).not.toHaveBeenCalled();
  expect(checks()).toBe(2);
});

it('ends when the player is removed, and reports nothing afterwards', async () => {
  let answerCheck: (response: Response) => void = () => undefined;
  api.on(checkAccess, () => new Promise((resolve) => (answerCheck = resolve)));
  await seconds(10);
  unmount();
  answerCheck(failure('ACCESS_ENDED', { reason: 'blocked' }));
  fireEvent.play(video);
  await seconds(30);
  expect(checks()).toBe(1);
  expect(onAccessLost).not.toHaveBeenCalled();
});
