import { jest } from '@jest/globals';
import { fireEvent, renderHook } from '@testing-library/react';
import { type PositionReport, usePositionReports } from './use-position-reports.js';

const onPosition = jest.fn<(position: PositionReport) => void>();
let video: HTMLVideoElement;

/** Sets the position of the film, in seconds, without an event. */
const stand = (seconds: number) =>
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
  ['is paused', () => fireEvent.pause(video)],
  ['has reached another position', () => fireEvent.seeked(video)],
  ['is on a page that is hidden', () => fireEvent(document, new Event('visibilitychange'))],
  ['is on a page that is left', () => fireEvent(window, new Event('pagehide'))],
])('reports the exact position when the film %s', (_what, happen) => {
  fireEvent.play(video);
  stand(42);
  fireEvent.timeUpdate(video);
  stand(42.9);
  happen();
  expect(onPosition.mock.lastCall).toEqual([{ seconds: 42.9, duration: 90 }]);
});

it('reports a chosen position before the seek ends', () => {
  fireEvent.play(video);
  stand(60);
  fireEvent.seeking(video);
  expect(onPosition.mock.lastCall).toEqual([{ seconds: 60, duration: 90 }]);
});

it('reports nothing before the first start', () => {
  stand(42);
  fireEvent(window, new Event('pagehide'));
  expect(onPosition).not.toHaveBeenCalled();
});

it('reports at most once per second of film during playback', () => {
  fireEvent.play(video);
  for (const seconds of [42, 42.5, 42.9, 43]) {
    stand(seconds);
    fireEvent.timeUpdate(video);
  }
  expect(onPosition).toHaveBeenCalledTimes(2);
});
