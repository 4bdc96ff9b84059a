import type { PictureSize } from '../video/frames.js';

/** Averages over squares, in a time that does not depend on their size. Squares are cut off at the edges. */
export class BoxFilter {
  private readonly rows: Float32Array;
  private readonly columns: Float64Array;

  constructor(private readonly size: PictureSize) {
    this.rows = new Float32Array(size.width * size.height);
    this.columns = new Float64Array(size.width);
  }

  /** Writes the means over `2 * radius + 1` pixels each way to `target`, which may be the source. */
  apply(source: Float32Array, target: Float32Array, radius: number): void {
    this.alongRows(source, radius);
    this.alongColumns(target, radius);
  }

  /** Applies the filter twice, which is close to a Gaussian blur. */
  twice(source: Float32Array, target: Float32Array, radius: number): void {
    this.apply(source, target, radius);
    this.apply(target, target, radius);
  }

  private alongRows(source: Float32Array, radius: number): void {
    const { width, height } = this.size;
    const { rows } = this;
    for (let y = 0; y < height; y++) {
      const start = y * width;
      let sum = 0;
      const first = Math.min(radius, width);
      for (let x = 0; x < first; x++) sum += source[start + x] as number;
      let count = first;
      for (let x = 0; x < width; x++) {
        if (x + radius < width) {
          sum += source[start + x + radius] as number;
          count++;
        }
        if (x > radius) {
          sum -= source[start + x - radius - 1] as number;
          count--;
        }
        rows[start + x] = sum / count;
      }
    }
  }

  private alongColumns(target: Float32Array, radius: number): void {
    const { width, height } = this.size;
    const { columns } = this;
    columns.fill(0);
    const first = Math.min(radius, height);
    for (let y = 0; y < first; y++) this.addRow(y, 1);
    let count = first;
    for (let y = 0; y < height; y++) {
      if (y + radius < height) {
        this.addRow(y + radius, 1);
        count++;
      }
      if (y > radius) {
        this.addRow(y - radius - 1, -1);
        count--;
      }
      const scale = 1 / count;
      const start = y * width;
      for (let x = 0; x < width; x++) target[start + x] = (columns[x] as number) * scale;
    }
  }

  private addRow(y: number, sign: number): void {
    const { width } = this.size;
    const { rows, columns } = this;
    const start = y * width;
    for (let x = 0; x < width; x++) {
      columns[x] = (columns[x] as number) + sign * (rows[start + x] as number);
    }
  }
}
