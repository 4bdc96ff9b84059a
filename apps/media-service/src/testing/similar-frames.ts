/** Maximum mean difference of a cell, 0 to 255, caused by encoding, scaling and colour conversion. */
const TOLERANCE = 9;

const difference = (a: Buffer, b: Buffer): number =>
  a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;

/**
 * Expects two files to show the same frames at the same times. The hue of the test picture changes by a radian per
 * second, so frames half a second apart differ by at least twice the tolerance.
 */
export function expectSimilarFrames(
  shown: readonly Buffer[],
  source: readonly Buffer[],
  tolerance = TOLERANCE,
): void {
  expect(shown.length).toBeGreaterThan(0);
  expect(Math.abs(shown.length - source.length)).toBeLessThanOrEqual(1);
  const pairs = shown.slice(0, source.length).map((cells, at) => [cells, source[at] as Buffer] as const);
  const differences = pairs.map(([cells, expected]) => Math.round(difference(cells, expected) * 10) / 10);
  expect(differences.filter((value) => value > tolerance)).toEqual([]);
  const [first, second] = source;
  if (first && second) expect(difference(first, second)).toBeGreaterThan(2 * tolerance);
}
