import { isDeepStrictEqual } from 'node:util';
import { until } from '@secure-preview/testing';

/** Limit in milliseconds; a busy machine may need most of it. */
const DEADLINE_MS = 30_000;

/**
 * Repeats a query until it returns the wanted value. Compares the last one, so that a failure shows the
 * difference.
 */
export async function eventually<T>(ask: () => Promise<T>, wanted: T): Promise<void> {
  let answer: T | undefined;
  const isAnswered = async () => {
    answer = await ask();
    return isDeepStrictEqual(answer, wanted);
  };
  await until(isAnswered, { deadlineMs: DEADLINE_MS, everyMs: 50 }).catch(() => undefined);
  expect(answer).toEqual(wanted);
}
