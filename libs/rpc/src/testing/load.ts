/** Runs `call` for 0 … total − 1, `concurrency` at a time, and collects every outcome. */
export async function load<T>(
  total: number,
  concurrency: number,
  call: (index: number) => Promise<T>,
): Promise<{ answers: T[]; errors: unknown[] }> {
  const answers: T[] = [];
  const errors: unknown[] = [];
  let next = 0;
  const worker = async () => {
    while (next < total) {
      const index = next;
      next += 1;
      try {
        answers.push(await call(index));
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { answers, errors };
}
