import { facts } from '../testing/source-facts.js';
import {
  requireAcceptableLength,
  requireAcceptableSize,
  requireAligned,
  requireFullOutput,
  requireNotTruncated,
} from './limits.js';

it('rejects a video longer than 6 hours', () => {
  expect(() => requireAcceptableLength(6 * 3600 + 1)).toThrow('longer than 6 hours');
  expect(() => requireAcceptableLength(6 * 3600)).not.toThrow();
  expect(() => requireAcceptableLength(null)).not.toThrow();
});

describe('requireNotTruncated', () => {
  const end = (seconds: number) => ({ last: seconds - 0.04, end: seconds, hasTimestampJump: false });
  const check = (
    [video, audio = null]: [number, (number | null)?],
    {
      claimed = null,
      containerSeconds = null,
      isTruncated = false,
      ...more
    }: {
      claimed?: number | null;
      containerSeconds?: number | null;
      isTruncated?: boolean;
      container?: string;
    },
  ) =>
    requireNotTruncated(
      { video: end(video), audio: audio === null ? null : end(audio), isTruncated },
      facts({ durationSeconds: containerSeconds, ...more }, { claimedSeconds: claimed }),
    );

  it('rejects a truncated file, but tolerates rounding errors', () => {
    expect(() => check([30], { claimed: 90 })).toThrow('only 0:30 of its 1:30 minutes can be read');
    expect(() => check([4.4], { claimed: 6 })).toThrow();
    expect(() => check([4.6], { claimed: 6 })).not.toThrow();
    expect(() => check([87], { claimed: 90 })).not.toThrow();
    expect(() => check([90], { claimed: 60 })).not.toThrow();
  });

  it('uses the length of the container when the video stream states none', () => {
    expect(() => check([30, 31], { containerSeconds: 90 })).toThrow(
      'only 0:31 of its 1:30 minutes can be read',
    );
    expect(() => check([30], { containerSeconds: 90 })).toThrow();
    expect(() => check([30, 90], { containerSeconds: 90 })).not.toThrow();
    expect(() => check([1], {})).not.toThrow();
  });

  it('accepts a Matroska file that holds its last frame, unless it ends prematurely', () => {
    const container = 'matroska,webm';
    expect(() => check([5], { claimed: 15, container })).not.toThrow();
    expect(() => check([5], { claimed: 15, container, isTruncated: true })).toThrow('0:05 of its 0:15');
  });
});

it('compares the output with the expected length', () => {
  expect(() => requireFullOutput({ video: 30, audio: 30 }, 90)).toThrow('only 0:30 of its 1:30');
  expect(() => requireFullOutput({ video: 89, audio: 90 }, 90)).not.toThrow();
  expect(() => requireFullOutput({ video: 90, audio: null }, null)).not.toThrow();
  expect(() => requireFullOutput({ video: 90, audio: 40 }, 90)).toThrow('do not end together');
  expect(() => requireFullOutput({ video: 40, audio: 90 }, null)).toThrow('do not end together');
});

it('rejects frames that would exhaust the memory', () => {
  expect(() => requireAcceptableSize({ width: 8192, height: 4320 })).not.toThrow();
  expect(() => requireAcceptableSize({ width: 60_000, height: 60_000 })).toThrow('60000×60000');
});

it('rejects renditions whose segments end at different times', () => {
  expect(() => requireAligned([4, 8, 9.5], [[4, 8.001, 9.51]])).not.toThrow();
  expect(() => requireAligned([4, 8, 9.5], [[4, 8.04, 9.5]])).toThrow();
  expect(() => requireAligned([4, 8, 9.5], [[4, 8]])).toThrow();
  expect(() => requireAligned([4, 8], [])).not.toThrow();
});
