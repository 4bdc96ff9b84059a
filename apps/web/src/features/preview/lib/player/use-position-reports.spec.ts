import { jest } from '@jest/globals';
import { fireEvent, renderHook } from '@testing-library/react';
import { type PositionReport, usePositionReports } from './use-position-reports.js';

const onPosition = jest.fn<(position: PositionReport) => void>();
let video: HTMLVideoElement;

/** Sets the position of the video in seconds without an event. */
const setPosition = (seconds: number) =>
  Object.defineProperties(video, {
    currentTime: { value: seconds, configurable: true },
    duration: { value: 90, configurable: true },
    readyState: { value: HTMLMediaElement.HAVE_METADATA, configurable: true },
  });

beforeEach(() => {
  onPosition.mockClear();
  video = document.createElement('video');
  renderHook(() => usePositionReports({ current: video }, onPosition));
});

it.each([
  ['the video is paused', () => fireEvent.pause(video)],
  ['a seek ends', () => fireEvent.seeked(video)],
  ['the page is hidden', () => fireEvent(document, new Event('visibilitychange'))],
  ['the page is unloaded', () => fireEvent(window, new Event('pagehide'))],
])('reports the exact position when %s', (_event, fire) => {
  fireEvent.play(video);
  setPosition(42);
  fireEvent.timeUpdate(video);
  setPosition(42.9);
  fire();
  expect(onPosition.mock.lastCall).toEqual([{ seconds: 42.9, duration: 90 }]);
});

it('reports a chosen position before the seek ends', () => {
  fireEvent.play(video);
  setPosition(60);
  fireEvent.seeking(video);
  expect(onPosition.mock.lastCall).toEqual([{ seconds: 60, duration: 90 }]);
});

it('reports nothing before playback first starts', () => {
  setPosition(42);
  fireEvent(window, new Event('pagehide'));
  expect(onPosition).not.toHaveBeenCalled();
});

it('reports at most once per second of video during playback', () => {
  fireEvent.play(video);
  for (const seconds of [42, 42.5, 42.9, 43]) {
    setPosition(seconds);
    fireEvent.timeUpdate(video);
  }
  expect(onPosition).toHaveBeenCalledTimes(2);
});
