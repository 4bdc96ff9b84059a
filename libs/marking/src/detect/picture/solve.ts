/**
 * Solves `matrix * x = right` for a symmetric positive matrix of which only the lower half is read, by Cholesky's
 * method.
 * Both are overwritten; `right` becomes the solution. Returns false if the matrix is not positive.
 */
export function solvePositive(matrix: Float64Array, right: Float64Array, size: number): boolean {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * size + column] as number;
      for (let k = 0; k < column; k++) {
        sum -= (matrix[row * size + k] as number) * (matrix[column * size + k] as number);
      }
      if (row !== column) matrix[row * size + column] = sum / (matrix[column * size + column] as number);
      else if (sum > 0) matrix[row * size + row] = Math.sqrt(sum);
      else return false;
    }
  }
  for (let row = 0; row < size; row++) {
    let sum = right[row] as number;
    for (let k = 0; k < row; k++) sum -= (matrix[row * size + k] as number) * (right[k] as number);
    right[row] = sum / (matrix[row * size + row] as number);
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = right[row] as number;
    for (let k = row + 1; k < size; k++) sum -= (matrix[k * size + row] as number) * (right[k] as number);
    right[row] = sum / (matrix[row * size + row] as number);
  }
  return true;
}
