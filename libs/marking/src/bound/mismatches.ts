import type { Codeword } from '../codeword/codeword.js';
import type { SegmentWeight } from './weights.js';

/**
 * In which readable segments each codeword differs from what was seen: a row of bits for each codeword, in their order.
 * Only bytes of codewords with a readable segment are kept.
 */
export class Mismatches {
  /** Weights of the bits of each possible byte, for each column of `rows`. */
  private readonly tables: Int32Array;
  private readonly rows: Uint8Array;
  private readonly columns: number;

  constructor(
    private readonly weights: readonly SegmentWeight[],
    readonly codewords: readonly Codeword[],
  ) {
    const bytes = [...new Set(weights.map(({ segment }) => segment >> 3))];
    this.columns = bytes.length;
    this.tables = new Int32Array(bytes.length * 256);
    const seen = new Uint8Array(bytes.length);
    const readable = new Uint8Array(bytes.length);
    for (const { segment, seen: variant, weight } of weights) {
      const column = bytes.indexOf(segment >> 3);
      const bit = 1 << (segment & 7);
      readable[column] = (readable[column] as number) | bit;
      if (variant === 1) seen[column] = (seen[column] as number) | bit;
      for (let byte = 0; byte < 256; byte += 1)
        if (byte & bit) {
          const entry = column * 256 + byte;
          this.tables[entry] = (this.tables[entry] as number) + weight;
        }
    }
    this.rows = mismatchRows(codewords, Uint16Array.from(bytes), seen, readable);
  }

  /** Returns the mismatch of each codeword: the weights of the segments in which it differs from what was seen. */
  all(): Int32Array {
    const mismatches = new Int32Array(this.codewords.length);
    for (let row = 0; row < mismatches.length; row += 1) mismatches[row] = this.shared(row, row);
    return mismatches;
  }

  /**
   * Returns the weights of the segments in which both codewords differ from what was seen.
   *
   * @param most stops when the sum exceeds it, and returns some larger number
   */
  shared(a: number, b: number, most = Number.POSITIVE_INFINITY): number {
    const { rows, tables, columns } = this;
    const [startA, startB] = [a * columns, b * columns];
    let sum = 0;
    for (let column = 0; column < columns && sum <= most; column += 1) {
      const both = (rows[startA + column] as number) & (rows[startB + column] as number);
      sum += tables[(column << 8) | both] as number;
    }
    return sum;
  }

  /** Returns the weights of the segments in which a codeword differs from what was seen. */
  weightsOfMismatch(a: number): number[] {
    return this.pick((column) => this.rows[a * this.columns + column] as number);
  }

  /** Returns the weights of the segments in which two codewords are equal. */
  weightsOfAgreement(a: number, b: number): number[] {
    return this.pick((column) => {
      const differing =
        (this.rows[a * this.columns + column] as number) ^ (this.rows[b * this.columns + column] as number);
      return ~differing & 0xff;
    });
  }

  /** Returns whether two codewords are equal in all readable segments. */
  areEqual(a: number, b: number): boolean {
    for (let column = 0; column < this.columns; column += 1)
      if (this.rows[a * this.columns + column] !== this.rows[b * this.columns + column]) return false;
    return true;
  }

  /** @param byteOf bits of the wanted segments */
  private pick(byteOf: (column: number) => number): number[] {
    const picked: number[] = [];
    let column = -1;
    let lastByte = -1;
    for (const { segment, weight } of this.weights) {
      if (segment >> 3 !== lastByte) {
        lastByte = segment >> 3;
        column += 1;
      }
      if (byteOf(column) & (1 << (segment & 7))) picked.push(weight);
    }
    return picked;
  }
}

/**
 * @param bytes byte of the codewords for each column
 * @param seen variants that were seen, as bits of a byte, for each column
 * @param readable which of these bits count
 */
function mismatchRows(
  codewords: readonly Codeword[],
  bytes: Uint16Array,
  seen: Uint8Array,
  readable: Uint8Array,
): Uint8Array {
  const columns = bytes.length;
  const last = bytes[columns - 1] ?? -1;
  const rows = new Uint8Array(codewords.length * columns);
  for (let row = 0, cell = 0; row < codewords.length; row += 1) {
    const codeword = codewords[row] as Codeword;
    if (last >= codeword.length) throw new RangeError('a codeword is shorter than the evidence');
    for (let column = 0; column < columns; column += 1, cell += 1)
      rows[cell] =
        ((codeword[bytes[column] as number] as number) ^ (seen[column] as number)) &
        (readable[column] as number);
  }
  return rows;
}
