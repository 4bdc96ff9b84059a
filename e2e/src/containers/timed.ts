/** Runs an action and prints its duration. */
export async function timed<T>(what: string, action: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await action();
  } finally {
    process.stdout.write(`${what}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  }
}
