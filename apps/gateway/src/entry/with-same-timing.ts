import { setTimeout as delay } from 'node:timers/promises';

/** Shortest time of an answer in milliseconds. It hides how long the work takes, which depends on the address. */
const ANSWER_MS = 300;

/** Returns the result of `work`, or throws its error, after 300 ms at the earliest. */
export async function withSameTiming<T>(work: Promise<T>): Promise<T> {
  const earliest = delay(ANSWER_MS);
  try {
    return await work;
  } finally {
    await earliest;
  }
}
