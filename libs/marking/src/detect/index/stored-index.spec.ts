import { readIndex, storedIndex } from './stored-index.js';

const index = {
  aspect: 16 / 9,
  fps: 24_000 / 1001,
  frames: 5,
  thumbs: Uint8Array.from({ length: 3 * 64 * 36 }, (_, at) => at % 251),
  keys: [
    { frame: 2, features: { count: 0, points: new Float32Array(0), descriptors: new Uint8Array(0) } },
    {
      frame: 4,
      features: {
        count: 2,
        points: Float32Array.of(0.25, 0.5, 0.75, 1),
        descriptors: Uint8Array.from({ length: 64 }, (_, at) => at),
      },
    },
  ],
};

it('reads what it stored', () => {
  expect(readIndex(storedIndex(index))).toEqual(index);
});

it('rejects an index of another version, and one that was cut', () => {
  const stored = storedIndex(index);
  expect(() => readIndex(stored.subarray(0, stored.length - 1))).toThrow('too short');
  const other = Uint8Array.from(stored);
  other[7] = 0x32;
  expect(() => readIndex(other)).toThrow('unknown format');
});
