import { jest } from '@jest/globals';
import { readPlayedSummary, toViewingUpdate } from './played-summary.js';
import { addWatermarkLoss, countsOf, markUsed, trackSeeks } from './tracked-counts.js';

let video: HTMLVideoElement;
let stop: () => void;
let onCount: jest.Mock<() => void>;
let now: number;

beforeEach(() => {
  now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  video = document.createElement('video');
  onCount = jest.fn();
  stop = trackSeeks(video, onCount);
});
afterEach(() => {
  stop();
  jest.restoreAllMocks();
});

const fire = (event: string) => video.dispatchEvent(new Event(event));
const seekAt = (ms: number) => {
  now = ms;
  fire('seeking');
};

it('counts no seek of the player to its start position', () => {
  seekAt(0);
  fire('playing');
  seekAt(1000);
  fire('emptied');
  seekAt(2000);
  expect(countsOf(video).seeks).toBe(1);
  fire('playing');
  seekAt(3000);
  expect(countsOf(video).seeks).toBe(2);
});

it('counts seeks of the controls before the first play', () => {
  markUsed(video);
  seekAt(0);
  seekAt(1000);
  expect([countsOf(video).seeks, onCount.mock.calls.length]).toEqual([2, 2]);
});

it('counts quick seeks once in a quarter of a second', () => {
  markUsed(video);
  for (let ms = 0; ms < 1000; ms += 10) seekAt(ms);
  expect(countsOf(video).seeks).toBe(4);
});

it('keeps the counts of a video whose tracking is stopped', () => {
  markUsed(video);
  seekAt(0);
  stop();
  seekAt(1000);
  expect(countsOf(video)).toMatchObject({ seeks: 1, watermarkLosses: 0 });
});

it('adds counts to the watch report, up to the limit of the contract', () => {
  expect(toViewingUpdate(readPlayedSummary(video))).toEqual({
    duration: '0:00',
    completed: 'false',
    ranges: [],
  });
  markUsed(video);
  for (let n = 0; n < 1001; n += 1) {
    seekAt(n * 1000);
    addWatermarkLoss(video);
  }
  expect(toViewingUpdate(readPlayedSummary(video))).toMatchObject({ seeks: 1000, watermarkLosses: 1000 });
});
