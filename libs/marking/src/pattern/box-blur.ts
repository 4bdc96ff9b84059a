// Jest looks up `Math` slowly in loops.
const { max, min } = Math;

/**
 * Averages each value with its neighbours in a row, up to `radius` on either side, with a running sum. Repeats the
 * values at the edges.
 */
function blurRows(from: Float32Array, to: Float32Array, width: number, height: number, radius: number): void {
  const share = 1 / (2 * radius + 1);
  const last = width - 1;
  for (let row = 0; row < height; row += 1) {
    const start = row * width;
    const first = from[start] as number;
    let sum = first * (radius + 1);
    for (let x = 1; x <= radius; x += 1) sum += from[start + min(x, last)] as number;
    for (let x = 0; x < width; x += 1) {
      to[start + x] = sum * share;
      const next = x + radius + 1;
      const before = x - radius;
      sum += from[start + min(next, last)] as number;
      sum -= before > 0 ? (from[start + before] as number) : first;
    }
  }
}

/** Does the same in columns, a row at a time. @param sums room for a row */
function blurColumns(
  from: Float32Array,
  to: Float32Array,
  sums: Float32Array,
  width: number,
  height: number,
  radius: number,
): void {
  const share = 1 / (2 * radius + 1);
  const last = (height - 1) * width;
  for (let x = 0; x < width; x += 1) {
    let sum = (from[x] as number) * (radius + 1);
    for (let y = 1; y <= radius; y += 1) sum += from[min(y * width, last) + x] as number;
    sums[x] = sum;
  }
  for (let y = 0; y < height; y += 1) {
    const start = y * width;
    const next = min((y + radius + 1) * width, last);
    const before = max(0, (y - radius) * width);
    for (let x = 0; x < width; x += 1) {
      const sum = sums[x] as number;
      to[start + x] = sum * share;
      sums[x] = sum + (from[next + x] as number) - (from[before + x] as number);
    }
  }
}

/**
 * Blurs a picture with box filters. Several approximate a Gaussian whose variance is the sum of theirs,
 * ((2·radius + 1)² − 1) / 12 each.
 */
export class BoxBlur {
  private readonly scratch: Float32Array;
  private readonly sums: Float32Array;

  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {
    this.scratch = new Float32Array(width * height);
    this.sums = new Float32Array(width);
  }

  /** Blurs `times` times, in place. The cost does not depend on the radius. */
  apply(values: Float32Array, radius: number, times: number): void {
    const { width, height, scratch, sums } = this;
    for (let pass = 0; pass < times; pass += 1) {
      blurRows(values, scratch, width, height, radius);
      blurColumns(scratch, values, sums, width, height, radius);
    }
  }
}
