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
    const lead = Math.min(radius, width);
    /** Pixels of a row whose square reaches over neither edge lie between these. */
    const full = Math.min(radius + 1, width);
    const last = Math.max(full, width - radius);
    const scale = 1 / (2 * radius + 1);
    for (let start = 0; start < width * height; start += width) {
      let sum = 0;
      let count = lead;
      for (let x = 0; x < lead; x++) sum += source[start + x] as number;
      for (let x = 0; x < full; x++) {
        if (x + radius < width) {
          sum += source[start + x + radius] as number;
          count++;
        }
        rows[start + x] = sum / count;
      }
      for (let x = full; x < last; x++) {
        sum += (source[start + x + radius] as number) - (source[start + x - radius - 1] as number);
        rows[start + x] = sum * scale;
      }
      for (let x = last; x < width; x++) {
        sum -= source[start + x - radius - 1] as number;
        count--;
        rows[start + x] = sum / count;
      }
    }
  }

  private alongColumns(target: Float32Array, radius: number): void {
    const { width, height } = this.size;
    const { rows, columns } = this;
    columns.fill(0);
    const lead = Math.min(radius, height);
    for (let y = 0; y < lead; y++) this.addRow(y, 1);
    let count = lead;
    for (let y = 0; y < height; y++) {
      const start = y * width;
      const entering = (y + radius) * width;
      const leaving = (y - radius - 1) * width;
      if (y + radius < height && y > radius) {
        const scale = 1 / count;
        for (let x = 0; x < width; x++) {
          const sum = (columns[x] as number) + (rows[entering + x] as number) - (rows[leaving + x] as number);
          columns[x] = sum;
          target[start + x] = sum * scale;
        }
        continue;
      }
      if (y + radius < height) {
        this.addRow(y + radius, 1);
        count++;
      }
      if (y > radius) {
        this.addRow(y - radius - 1, -1);
        count--;
      }
      const scale = 1 / count;
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
