/** Counts the subsets with at most each sum as integers without limit, which cannot be rounded. */
export function counted(weights: readonly number[]): bigint[] {
  const counts = new Array<bigint>(weights.reduce((sum, weight) => sum + weight, 0) + 1).fill(0n);
  counts[0] = 1n;
  for (const weight of weights)
    for (let index = counts.length - 1; index >= weight; index -= 1)
      counts[index] = (counts[index] ?? 0n) + (counts[index - weight] ?? 0n);
  for (let index = 1; index < counts.length; index += 1)
    counts[index] = (counts[index] ?? 0n) + (counts[index - 1] ?? 0n);
  return counts;
}

/** Returns log10 of a positive integer, from its 50 highest bits. */
export function log10(value: bigint): number {
  const shift = Math.max(0, value.toString(2).length - 50);
  return Math.log10(Number(value >> BigInt(shift))) + shift * Math.log10(2);
}
