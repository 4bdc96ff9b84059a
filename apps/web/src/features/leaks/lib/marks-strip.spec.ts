import type { LeakReading } from '@secure-preview/contracts';
import { barsOf, secondsShown, stripOf } from './marks-strip.js';

const readingOf = (changes: Partial<LeakReading> = {}): LeakReading => ({
  trailerId: crypto.randomUUID(),
  title: 'Episode One',
  uploadedAt: '2026-03-01T12:00:00.000Z',
  trailerSeconds: 10,
  mirrored: false,
  runs: [],
  marks: [
    { segment: 2, atSeconds: 1, seen: 0, weight: 30 },
    { segment: 6, atSeconds: 3, seen: 1, weight: 15 },
  ],
  readableSegments: 20,
  ...changes,
});
const run = (clipFrom: number, clipTo: number, trailerFrom: number, rate = 1) => ({
  clipFrom,
  clipTo,
  trailerFrom,
  rate,
});

describe('the strip of a version', () => {
  it('has a place for each segment, and the marks at theirs', () => {
    const { count, segmentSeconds, marks } = stripOf(readingOf());
    expect([count, segmentSeconds, [...marks.keys()]]).toEqual([20, 0.5, [2, 6]]);
  });

  it('finds the length of segments in the marks', () => {
    const marks = readingOf().marks.map((mark) => ({ ...mark, atSeconds: mark.segment * 0.96 }));
    const strip = stripOf(readingOf({ marks }));
    expect([strip.count, [...strip.marks.keys()]]).toEqual([11, [2, 6]]);
  });

  it('has places even if nothing was read', () => {
    expect(stripOf(readingOf({ marks: [] }))).toMatchObject({ count: 20, segmentSeconds: 0.5 });
    expect(stripOf(readingOf({ marks: [], trailerSeconds: 0 })).count).toBe(1);
  });

  it('shows the parts in the clip, at the speed of the clip, and not beyond the end', () => {
    const runs = [run(0, 2, 1), run(2, 4, 6, 1.5), run(4, 9, 8)];
    expect(stripOf(readingOf({ runs })).shown).toEqual([
      { from: 2, to: 6 },
      { from: 12, to: 18 },
      { from: 16, to: 20 },
    ]);
  });
});

it('counts the seconds that a clip shows once', () => {
  expect(secondsShown([run(0, 2, 5), run(2, 4, 0), run(4, 7, 1)])).toBe(6);
  expect(secondsShown([run(0, 5, 0), run(5, 6, 1)])).toBe(5);
  expect(secondsShown([])).toBe(0);
});

describe('the bars', () => {
  it('stand at the bottom while nobody is compared', () => {
    expect(barsOf(stripOf(readingOf()))).toEqual({ above: 'M2,100V0H3V100ZM6,100V50H7V100Z', below: '' });
  });

  it('hang below the line where the copy of a person differs', () => {
    expect(barsOf(stripOf(readingOf()), new Set([6]))).toEqual({
      above: 'M2,50V0H3V50Z',
      below: 'M6,50V75H7V50Z',
    });
  });
});
