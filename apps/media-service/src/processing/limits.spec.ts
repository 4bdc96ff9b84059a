import { facts } from '../testing/source-facts.js';
import {
  requireAcceptableLength,
  requireAcceptableSize,
  requireAligned,
  requireComplete,
  requireWhole,
} from './limits.js';

it('refuses a video longer than 6 hours', () => {
  expect(() => requireAcceptableLength(6 * 3600 + 1)).toThrow('longer than 6 hours');
  expect(() => requireAcceptableLength(6 * 3600)).not.toThrow();
  expect(() => requireAcceptableLength(null)).not.toThrow();
});

describe('a file that claims a length', () => {
  const end = (seconds: number) => ({ last: seconds - 0.04, end: seconds, jumps: false });
  const require = (
    [picture, sound = null]: [number, (number | null)?],
    {
      claimed = null,
      whole = null,
      endsPrematurely = false,
      ...more
    }: {
      claimed?: number | null;
      whole?: number | null;
      endsPrematurely?: boolean;
      container?: string;
    },
  ) =>
    requireWhole(
      { picture: end(picture), sound: sound === null ? null : end(sound), endsPrematurely },
      facts({ durationSeconds: whole, ...more }, { claimedSeconds: claimed }),
    );

  it('is refused when its end is missing, but not for a rounding error', () => {
    expect(() => require([30], { claimed: 90 })).toThrow('only 0:30 of its 1:30 minutes can be read');
    expect(() => require([4.4], { claimed: 6 })).toThrow();
    expect(() => require([4.6], { claimed: 6 })).not.toThrow();
    expect(() => require([87], { claimed: 90 })).not.toThrow();
    expect(() => require([90], { claimed: 60 })).not.toThrow();
  });

  it('is measured by the length of the container when none is claimed for the picture', () => {
    expect(() => require([30, 31], { whole: 90 })).toThrow('only 0:31 of its 1:30 minutes can be read');
    expect(() => require([30], { whole: 90 })).toThrow();
    expect(() => require([30, 90], { whole: 90 })).not.toThrow();
    expect(() => require([1], {})).not.toThrow();
  });

  it('may hold its last picture in Matroska, unless it ends prematurely', () => {
    const container = 'matroska,webm';
    expect(() => require([5], { claimed: 15, container })).not.toThrow();
    expect(() => require([5], { claimed: 15, container, endsPrematurely: true })).toThrow('0:05 of its 0:15');
  });
});

it('compares the output with the promised length', () => {
  expect(() => requireComplete({ picture: 30, sound: 30 }, 90)).toThrow('only 0:30 of its 1:30');
  expect(() => requireComplete({ picture: 89, sound: 90 }, 90)).not.toThrow();
  expect(() => requireComplete({ picture: 90, sound: null }, null)).not.toThrow();
  expect(() => requireComplete({ picture: 90, sound: 40 }, 90)).toThrow('do not end together');
  expect(() => requireComplete({ picture: 40, sound: 90 }, null)).toThrow('do not end together');
});

it('refuses pictures that would exhaust the memory', () => {
  expect(() => requireAcceptableSize({ width: 8192, height: 4320 })).not.toThrow();
  expect(() => requireAcceptableSize({ width: 60_000, height: 60_000 })).toThrow('60000×60000');
});

it('refuses renditions whose segments end at different times', () => {
  expect(() => requireAligned([4, 8, 9.5], [[4, 8.001, 9.51]])).not.toThrow();
  expect(() => requireAligned([4, 8, 9.5], [[4, 8.04, 9.5]])).toThrow();
  expect(() => requireAligned([4, 8, 9.5], [[4, 8]])).toThrow();
  expect(() => requireAligned([4, 8], [])).not.toThrow();
});
