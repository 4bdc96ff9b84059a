import { isDeepStrictEqual } from 'node:util';
import { until } from '@secure-preview/testing';

/** Milliseconds; a machine that is busy with other things may need most of them. */
const DEADLINE_MS = 30_000;

/** Asks until the answer is the one that is wanted; the last one is compared, so that a difference is told. */
export async function eventually<T>(ask: () => Promise<T>, wanted: T): Promise<void> {
  let answer: T | undefined;
  const isAnswered = async () => {
    answer = await ask();
    return isDeepStrictEqual(answer, wanted);
  };
  await until(isAnswered, { deadlineMs: DEADLINE_MS, everyMs: 50 }).catch(() => undefined);
  expect(answer).toEqual(wanted);
}
