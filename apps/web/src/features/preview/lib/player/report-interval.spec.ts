import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useProgressReports } from './use-progress-reports.js';

const onProgress = jest.fn<() => void>();

beforeEach(() => {
  jest.useFakeTimers();
  onProgress.mockClear();
});
afterEach(() => jest.useRealTimers());

/** Plays for a minute, and returns the number of reports meanwhile. */
function playMinute(hasStream: { current: boolean }): number {
  const video = document.createElement('video');
  Object.defineProperties(video, {
    paused: { value: false },
    played: { value: { length: 1, start: () => 0, end: () => 60 } },
  });
  renderHook(() => useProgressReports({ current: video }, hasStream, onProgress));
  act(() => {
    jest.advanceTimersByTime(60_000);
  });
  return onProgress.mock.calls.length;
}

it('reports every 5 s during playback', () => {
  expect(playMinute({ current: false })).toBe(12);
});

it('reports every 9 s while an event stream is open', () => {
  expect(playMinute({ current: true })).toBe(6);
});

it('reports every 5 s again when the stream is lost', () => {
  const hasStream = { current: true };
  setTimeout(() => {
    hasStream.current = false;
  }, 30_000);
  // At 9, 18, 27, 36, and then at 41, 46, 51 and 56 s.
  expect(playMinute(hasStream)).toBe(8);
});
