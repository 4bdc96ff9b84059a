import { segmentWeights } from './weights.js';

it('rounds z to integer weights and clips it at three', () => {
  const evidence = [
    { segment: 3, z: -1.26 },
    { segment: 0, z: 7 },
    { segment: 1, z: Number.NEGATIVE_INFINITY },
  ];
  expect(segmentWeights(evidence)).toEqual([
    { segment: 0, seen: 1, weight: 30 },
    { segment: 1, seen: 0, weight: 30 },
    { segment: 3, seen: 0, weight: 13 },
  ]);
});

it('leaves out segments that are unreadable or erased', () => {
  const evidence = [
    { segment: 0, z: 0.049 },
    { segment: 1, z: 2 },
    { segment: 2, z: 2 },
  ];
  expect(segmentWeights(evidence, new Set([1])).map(({ segment }) => segment)).toEqual([2]);
});

it('counts a segment once that a clip shows several times', () => {
  const twice = [
    { segment: 5, z: 1 },
    { segment: 5, z: 1 },
  ];
  expect(segmentWeights(twice)).toEqual([{ segment: 5, seen: 1, weight: 14 }]);
  const contrary = [
    { segment: 5, z: Number.POSITIVE_INFINITY },
    { segment: 5, z: Number.NEGATIVE_INFINITY },
  ];
  expect(segmentWeights(contrary)).toEqual([]);
});

it('rejects evidence that is not a number', () => {
  expect(() => segmentWeights([{ segment: 0, z: Number.NaN }])).toThrow(RangeError);
  expect(() => segmentWeights([{ segment: -1, z: 1 }])).toThrow(RangeError);
  expect(() => segmentWeights([{ segment: 0.5, z: 1 }])).toThrow(RangeError);
});
