import { limits, viewingUpdate } from '@secure-preview/contracts';
import { keepPlayedRanges } from './played.js';
import {
  isCompleted,
  type PlayedSummary,
  playedSummaryOf,
  viewingUpdateOf,
  watchedSeconds,
} from './played-summary.js';

const ranges = (...pairs: [number, number][]): TimeRanges => ({
  length: pairs.length,
  start: (index) => pairs[index]?.[0] ?? 0,
  end: (index) => pairs[index]?.[1] ?? 0,
});
const watched = (duration: number, ...ranges: [number, number][]): PlayedSummary => ({ duration, ranges });

describe('the played summary', () => {
  it('reads what the video element played', () => {
    expect(playedSummaryOf({ played: ranges([0, 10], [20.00049, 25]), duration: 30 })).toEqual(
      watched(30, [0, 10], [20, 25]),
    );
  });

  it('includes what was played before the same source was reattached', () => {
    const element = { duration: 30, played: ranges([0, 10], [20, 22]) };
    keepPlayedRanges(element);
    element.played = ranges([8, 12], [25, 26]);
    expect(playedSummaryOf(element).ranges).toEqual([
      [0, 12],
      [20, 22],
      [25, 26],
    ]);
    keepPlayedRanges(element);
    element.played = ranges();
    expect(watchedSeconds(playedSummaryOf(element))).toBe(15);
  });

  it('counts the played seconds, not the position', () => {
    expect(watchedSeconds(watched(100, [0, 5], [95, 100]))).toBe(10);
  });

  it.each([
    [[[0, 89.9]], false],
    [[[0, 90]], true],
    [
      [
        [0, 45],
        [50, 95],
      ],
      true,
    ],
    [[], false],
  ] as [[number, number][], boolean][])('rates %j of 100 s as completed: %p', (ranges, completed) => {
    expect(isCompleted(watched(100, ...ranges))).toBe(completed);
  });

  it('is never completed while the duration is unknown', () => {
    expect(isCompleted(watched(Number.NaN, [0, 90]))).toBe(false);
  });
});

describe('the viewing report', () => {
  it('matches the contract', () => {
    const report = viewingUpdateOf(watched(66, [0, 65]));
    expect(report).toEqual({ duration: '1:05', completed: 'true', ranges: [[0, 65]] });
    expect(viewingUpdate.safeParse(report).success).toBe(true);
  });

  it('keeps the longest ranges, in order, when there are too many', () => {
    const ranges = Array.from({ length: 250 }, (_, i): [number, number] => [
      i * 10,
      i * 10 + (i === 3 ? 0.1 : 5),
    ]);
    const report = viewingUpdateOf(watched(2500, ...ranges));
    expect(report.ranges).toHaveLength(limits.viewing.maxRangesPerUpdate);
    expect(report.ranges).not.toContainEqual([30, 30.1]);
    expect(report.ranges).toEqual(report.ranges?.toSorted((a, b) => a[0] - b[0]));
  });
});
