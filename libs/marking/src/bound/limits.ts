/** Bound on the probability that a case names anybody wrongly, for each of the two tests. Both together: 10^-6. */
export const TEST_BOUND = 5e-7;
/** Parts of the bound of a pair: both are innocent, the first is, the second is. Each gets the same share. */
export const PAIR_PARTS = 3;

/** Returns the limit of log10 p for one codeword. @param codewords codewords scored in the case */
export const singleLimit = (codewords: number): number => Math.log10(TEST_BOUND / codewords);

/** Returns the limit of log10 p for one part of the bound of a pair. @param tests tests of that part in the case */
export const pairLimit = (tests: number): number => Math.log10(TEST_BOUND / PAIR_PARTS / tests);

/** Returns the number of all pairs, whether or not the search looks at them. */
export const pairsOf = (codewords: number): number => (codewords * (codewords - 1)) / 2;
