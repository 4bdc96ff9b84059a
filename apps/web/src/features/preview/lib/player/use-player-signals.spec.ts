import { jest } from '@jest/globals';
import { fireEvent, renderHook } from '@testing-library/react';
import type { PlayerState } from './player-state.js';
import { usePlayerSignals } from './use-player-signals.js';

const onSignal = jest.fn<(player: PlayerState) => void>();
const element = { paused: false, ended: false, currentTime: 0, readyState: 4 };
let isHidden: boolean;
let video: HTMLVideoElement;
let unmount: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  onSignal.mockClear();
  isHidden = false;
  Object.assign(element, { paused: false, ended: false, currentTime: 0, readyState: 4 });
  jest.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  video = document.createElement('video');
  for (const name of Object.keys(element) as (keyof typeof element)[])
    Object.defineProperty(video, name, { get: () => element[name] });
  ({ unmount } = renderHook(() => usePlayerSignals({ current: video }, onSignal)));
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1000);
const signals = () => onSignal.mock.calls.map(([player]) => player);
/** Starts playback, and waits until the next signal is sent at once. */
const play = async () => {
  fireEvent.play(video);
  fireEvent.playing(video);
  await seconds(1);
};

it('signals the start and each seek at once', async () => {
  await play();
  element.currentTime = 41.23456;
  fireEvent.seeked(video);
  expect(signals()).toEqual([
    { state: 'playing', position: 0 },
    { state: 'playing', position: 41.235 },
  ]);
});

it('signals the last position when the slider is dragged, at most every 500 ms', async () => {
  await play();
  for (const position of [10, 20, 30, 40]) {
    element.currentTime = position;
    fireEvent.seeked(video);
  }
  await seconds(0.5);
  expect(signals().slice(1)).toEqual([
    { state: 'playing', position: 10 },
    { state: 'playing', position: 40 },
  ]);
});

it('signals at intervals while the video is paused and visible', async () => {
  await play();
  await seconds(60);
  expect(signals()).toHaveLength(1);
  Object.assign(element, { paused: true, currentTime: 5 });
  await seconds(14);
  expect(signals().slice(1)).toEqual([
    { state: 'paused', position: 5 },
    { state: 'paused', position: 5 },
  ]);
  isHidden = true;
  fireEvent(document, new Event('visibilitychange'));
  await seconds(60);
  expect(signals()).toHaveLength(3);
  isHidden = false;
  Object.assign(element, { ended: true });
  fireEvent(document, new Event('visibilitychange'));
  expect(signals().at(-1)).toEqual({ state: 'ended', position: 5 });
});

it('signals nothing before the video has played, or while it loads again', async () => {
  element.paused = true;
  fireEvent.seeked(video);
  fireEvent(document, new Event('visibilitychange'));
  await seconds(30);
  fireEvent.play(video);
  element.readyState = HTMLMediaElement.HAVE_NOTHING;
  await seconds(30);
  expect(signals()).toEqual([]);
});

it('ends when the player is removed', async () => {
  await play();
  element.paused = true;
  fireEvent.seeked(video);
  fireEvent.seeked(video);
  unmount();
  fireEvent.seeked(video);
  await seconds(30);
  expect(signals()).toHaveLength(2);
});
