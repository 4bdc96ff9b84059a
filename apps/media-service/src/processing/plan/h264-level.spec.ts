import { h264Level } from './h264-level.js';

describe('h264Level', () => {
  // Sizes of common ladders, with the macroblocks that table A-1 of ITU-T H.264 allows.
  it.each([
    ['3', 426, 240],
    ['3.1', 854, 480],
    ['3.2', 1280, 720],
    ['4.2', 1920, 1080],
    ['4.2', 1080, 1920],
    ['5.1', 2560, 1440],
    ['5.2', 3840, 2160],
  ])('returns %s for %i × %i', (level, width, height) => {
    expect(h264Level({ width, height })).toBe(level);
  });

  it('counts partial macroblocks as whole ones', () => {
    expect([h264Level({ width: 1280, height: 720 }), h264Level({ width: 1281, height: 720 })]).toEqual([
      '3.2',
      '4',
    ]);
  });

  it('rejects sizes beyond the highest level', () => {
    expect(() => h264Level({ width: 16_000, height: 9000 })).toThrow(RangeError);
  });
});
