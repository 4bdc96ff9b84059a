import { secondsIn, viewingLimits, viewingUpdate } from '@secure-preview/contracts';
import { savePlayedRanges } from './played-ranges.js';
import { isCompleted, type PlayedSummary, readPlayedSummary, toViewingUpdate } from './played-summary.js';

const ranges = (...pairs: [number, number][]): TimeRanges => ({
  length: pairs.length,
  start: (index) => pairs[index]?.[0] ?? 0,
  end: (index) => pairs[index]?.[1] ?? 0,
});
const watched = (duration: number, ...ranges: [number, number][]): PlayedSummary => ({
  duration,
  ranges,
  plays: [],
});

describe('PlayedSummary', () => {
  it('contains the ranges that the video element played', () => {
    expect(readPlayedSummary({ played: ranges([0, 10], [20.00049, 25]), duration: 30 })).toEqual(
      watched(30, [0, 10], [20, 25]),
    );
  });

  it('includes ranges played before the same source was reattached', () => {
    const element = { duration: 30, played: ranges([0, 10], [20, 22]) };
    savePlayedRanges(element);
    element.played = ranges([8, 12], [25, 26]);
    expect(readPlayedSummary(element).ranges).toEqual([
      [0, 12],
      [20, 22],
      [25, 26],
    ]);
    savePlayedRanges(element);
    element.played = ranges();
    expect(secondsIn(readPlayedSummary(element).ranges)).toBe(15);
  });

  it('counts played seconds, not the position', () => {
    expect(toViewingUpdate(watched(100, [0, 5], [95, 100])).duration).toBe('0:10');
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
  ] as [[number, number][], boolean][])('sets completed for %j of 100 s to %p', (ranges, completed) => {
    expect(isCompleted(watched(100, ...ranges))).toBe(completed);
  });

  it('is not completed while the duration is unknown', () => {
    expect(isCompleted(watched(Number.NaN, [0, 90]))).toBe(false);
  });
});

describe('toViewingUpdate', () => {
  it('matches the contract', () => {
    const report = toViewingUpdate(watched(66, [0, 65]));
    expect(report).toEqual({ duration: '1:05', completed: 'true', ranges: [[0, 65]] });
    expect(viewingUpdate.safeParse(report).success).toBe(true);
  });

  it('keeps the longest ranges in order when there are too many', () => {
    const ranges = Array.from({ length: 250 }, (_, index): [number, number] => [
      index * 10,
      index * 10 + (index === 3 ? 0.1 : 5),
    ]);
    const report = toViewingUpdate(watched(2500, ...ranges));
    expect(report.ranges).toHaveLength(viewingLimits.maxRangesPerUpdate);
    expect(report.ranges).not.toContainEqual([30, 30.1]);
    expect(report.ranges).toEqual(report.ranges?.toSorted((a, b) => a[0] - b[0]));
  });
});
