import { jest } from '@jest/globals';
import { fireEvent, renderHook } from '@testing-library/react';
import { sendLastReports } from '../../api/last-report.js';
import type { PlayedSummary } from '../played-summary.js';
import { addWatermarkLoss, markUsed } from '../tracked-counts.js';
import type { PlayerState } from './player-state.js';
import { useProgressReports } from './use-progress-reports.js';

const states: PlayerState['state'][] = [];
let video: HTMLVideoElement;
let isPaused: boolean;
let playedRanges: number;
let reports: PlayedSummary[];
let unmount: () => void;
let documentHidden: jest.SpiedGetter<boolean>;

beforeEach(() => {
  states.length = 0;
  isPaused = false;
  playedRanges = 1;
  reports = [];
  documentHidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  video = document.createElement('video');
  video.pause = () => {
    isPaused = true;
  };
  Object.defineProperties(video, {
    paused: { get: () => isPaused },
    played: { get: () => ({ length: playedRanges, start: () => 0, end: () => 3.8 }) },
  });
  const report = (watched: PlayedSummary, { state }: PlayerState) => {
    reports.push(watched);
    states.push(state);
  };
  ({ unmount } = renderHook(() => useProgressReports({ current: video }, { current: false }, report)));
});
afterEach(() => {
  unmount();
  jest.restoreAllMocks();
});

const changeVisibility = (isHidden: boolean) => {
  documentHidden.mockReturnValue(isHidden);
  fireEvent(document, new Event('visibilitychange'));
};

it('reports a player that continues while its page is hidden', () => {
  changeVisibility(true);
  isPaused = true;
  fireEvent.pause(video);
  expect(states).toEqual(['playing', 'paused']);
});

it('reports nothing but the close of a page that is left, in the order of the events of browsers', () => {
  fireEvent(window, new Event('pagehide'));
  changeVisibility(true);
  isPaused = true;
  fireEvent.pause(video);
  expect(states).toEqual(['closed', 'closed']);
});

it('reports again once the browser shows the left page again', () => {
  fireEvent(window, new Event('pagehide'));
  changeVisibility(true);
  changeVisibility(false);
  fireEvent.pause(video);
  expect(states.at(-1)).toBe('playing');
});

it('reports the close of the player before the session ends, and again what it does if the visitor stays', async () => {
  await sendLastReports();
  fireEvent.pause(video);
  expect([isPaused, states]).toEqual([true, ['closed']]);
  isPaused = false;
  fireEvent.play(video);
  isPaused = true;
  fireEvent.pause(video);
  expect(states).toEqual(['closed', 'paused']);
});

it('reports the close of a player that is removed', () => {
  unmount();
  expect(states).toEqual(['closed']);
});

describe('a paused player', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    isPaused = true;
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('reports seeks a second after the last one, also if nothing was played', () => {
    playedRanges = 0;
    fireEvent.pause(video);
    markUsed(video);
    fireEvent.seeking(video);
    jest.advanceTimersByTime(900);
    fireEvent.seeking(video);
    jest.advanceTimersByTime(900);
    expect(reports).toEqual([]);
    jest.advanceTimersByTime(200);
    expect(reports).toMatchObject([{ seeks: 2, ranges: [] }]);
  });

  it('reports losses of the watermark', () => {
    addWatermarkLoss(video);
    jest.advanceTimersByTime(1000);
    expect(reports).toMatchObject([{ watermarkLosses: 1 }]);
  });
});

it('reports the counts when the page is left', () => {
  playedRanges = 0;
  markUsed(video);
  fireEvent.seeking(video);
  fireEvent(window, new Event('pagehide'));
  expect(reports).toMatchObject([{ seeks: 1 }]);
});
