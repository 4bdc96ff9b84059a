/** Lowers each value to the minimum of the `length` values from it on, `stride` apart, by doubling the length. */
function lowerAhead(values: Float32Array, length: number, stride: number): void {
  for (let reached = 1; reached < length; ) {
    const step = Math.min(reached, length - reached);
    const ahead = step * stride;
    for (let at = 0, end = values.length - ahead; at < end; at += 1) {
      const other = values[at + ahead] as number;
      if (other < (values[at] as number)) values[at] = other;
    }
    reached += step;
  }
}

/** Replaces each value by the minimum of the square around it, cut at the edges. */
export class MinimumFilter {
  private readonly padded: Float32Array;

  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly radius: number,
  ) {
    this.padded = new Float32Array(Math.max((width + 2 * radius) * height, width * (height + 2 * radius)));
  }

  /** Filters in place. */
  apply(values: Float32Array): void {
    const { width, height, radius } = this;
    const line = width + 2 * radius;
    const rows = this.padded.subarray(0, line * height);
    for (let y = 0; y < height; y += 1) {
      const from = y * width;
      const to = y * line;
      // A repeated edge is in every window that reaches beyond it, so it changes no minimum.
      rows.fill(values[from] as number, to, to + radius);
      rows.set(values.subarray(from, from + width), to + radius);
      rows.fill(values[from + width - 1] as number, to + radius + width, to + line);
    }
    lowerAhead(rows, 2 * radius + 1, 1);
    for (let y = 0; y < height; y += 1) values.set(rows.subarray(y * line, y * line + width), y * width);

    const columns = this.padded.subarray(0, width * (height + 2 * radius));
    columns.set(values, radius * width);
    for (let y = 0; y < radius; y += 1) {
      columns.set(values.subarray(0, width), y * width);
      columns.set(values.subarray((height - 1) * width), (radius + height + y) * width);
    }
    lowerAhead(columns, 2 * radius + 1, width);
    values.set(columns.subarray(0, width * height));
  }
}
