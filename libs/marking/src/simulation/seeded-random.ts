/**
 * Repeatable random numbers for simulations: xoshiro128** 1.1 of Blackman and Vigna (https://prng.di.unimi.it),
 * period 2^128 - 1. Not for codewords of people, which nobody may be able to repeat.
 */
export class SeededRandom {
  private readonly state = new Uint32Array(4);
  private spare: number | undefined;

  /** @param seed any integer. Each gives another sequence. */
  constructor(seed: number) {
    // splitmix32 fills the state, as the authors advise: similar seeds must not give similar sequences.
    let mixed = seed >>> 0;
    for (let index = 0; index < 4; index += 1) {
      mixed = (mixed + 0x9e3779b9) >>> 0;
      let word = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
      word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
      this.state[index] = word ^ (word >>> 15);
    }
  }

  /** Returns 32 random bits as an integer from 0. */
  bits(): number {
    const state = this.state as unknown as [number, number, number, number];
    const [s0, s1, s2, s3] = [state[0], state[1], state[2], state[3]];
    const product = Math.imul(s1, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const [t2, t3] = [s2 ^ s0, s3 ^ s1];
    state[0] = s0 ^ t3;
    state[1] = s1 ^ t2;
    state[2] = t2 ^ (s1 << 9);
    state[3] = (t3 << 11) | (t3 >>> 21);
    return result;
  }

  /** Returns a number from 0 to below 1, a multiple of 2^-53. */
  uniform(): number {
    return ((this.bits() >>> 5) * 2 ** 26 + (this.bits() >>> 6)) * 2 ** -53;
  }

  /** Returns a normal number of mean 0 and standard deviation 1 (polar method). */
  normal(): number {
    const spare = this.spare;
    if (spare !== undefined) {
      this.spare = undefined;
      return spare;
    }
    for (;;) {
      const x = 2 * this.uniform() - 1;
      const y = 2 * this.uniform() - 1;
      const square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(square)) / square);
      this.spare = y * factor;
      return x * factor;
    }
  }

  /** Fills an array with fair bits, for instance a codeword. */
  fill<T extends Uint8Array>(bytes: T): T {
    for (let index = 0; index < bytes.length; index += 4) {
      const word = this.bits();
      bytes[index] = word;
      if (index + 1 < bytes.length) bytes[index + 1] = word >>> 8;
      if (index + 2 < bytes.length) bytes[index + 2] = word >>> 16;
      if (index + 3 < bytes.length) bytes[index + 3] = word >>> 24;
    }
    return bytes;
  }
}
