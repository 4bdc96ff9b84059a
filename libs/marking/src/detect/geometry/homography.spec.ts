import { compose, identity, invert, mirror } from './homography.js';

const tilted = Float64Array.of(0.8, 0.05, 0.1, -0.04, 0.9, 0.02, 0.1, -0.05, 1);

it('undoes a projection', () => {
  const product = compose(invert(tilted), tilted);
  identity().forEach((value, at) => {
    expect(product[at]).toBeCloseTo(value, 12);
  });
});

it('mirrors twice to where it began', () => {
  expect(compose(mirror(), mirror())).toEqual(identity());
});

it('rejects a projection to a line', () => {
  expect(() => invert(Float64Array.of(1, 2, 0, 2, 4, 0, 0, 0, 1))).toThrow(RangeError);
});
