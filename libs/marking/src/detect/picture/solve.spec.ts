import { solvePositive } from './solve.js';

it('solves equations of which it reads the lower half', () => {
  const matrix = Float64Array.of(4, 99, 99, 2, 5, 99, 1, 3, 6);
  const right = Float64Array.of(4 + 4 + 3, 2 + 10 + 9, 1 + 6 + 18);
  expect(solvePositive(matrix, right, 3)).toBe(true);
  [1, 2, 3].forEach((value, at) => {
    expect(right[at]).toBeCloseTo(value, 12);
  });
});

it('reports a matrix that is not positive', () => {
  expect(solvePositive(Float64Array.of(1, 0, 2, 1), Float64Array.of(1, 1), 2)).toBe(false);
});
