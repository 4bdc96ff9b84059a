/**
 * Projection of the trailer's picture to the clip's, row by row, last entry 1. Both pictures reach from 0 to 1 in width
 * and height, so a projection does not depend on the number of pixels. The centre of pixel `i` of `n` is
 * `(i + 0.5) / n`.
 */
export type Homography = Float64Array;

export const identity = (): Homography => Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** Returns the projection that applies `second` to the result of `first`. */
export function compose(second: Homography, first: Homography): Homography {
  const product = new Float64Array(9);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) {
        sum += (second[row * 3 + k] as number) * (first[k * 3 + column] as number);
      }
      product[row * 3 + column] = sum;
    }
  }
  const scale = product[8] as number;
  for (let at = 0; at < 9; at++) product[at] = (product[at] as number) / scale;
  return product;
}

/** Mirrors left and right. */
export const mirror = (): Homography => Float64Array.of(-1, 0, 1, 0, 1, 0, 0, 0, 1);

/** Returns the projection that undoes this one. Throws a `RangeError` if there is none. */
export function invert(h: Homography): Homography {
  const [a, b, c, d, e, f, g, i, j] = h as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const determinant = a * (e * j - f * i) - b * (d * j - f * g) + c * (d * i - e * g);
  const last = a * e - b * d;
  if (Math.abs(determinant) < 1e-12 || Math.abs(last) < 1e-12)
    throw new RangeError('The projection is singular.');
  const adjugate = [
    e * j - f * i,
    c * i - b * j,
    b * f - c * e,
    f * g - d * j,
    a * j - c * g,
    c * d - a * f,
    d * i - e * g,
    b * g - a * i,
    last,
  ];
  return Float64Array.from(adjugate, (value) => value / last);
}
