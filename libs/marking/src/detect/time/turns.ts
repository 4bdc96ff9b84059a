import { setImmediate } from 'node:timers/promises';

/** Work that yields after each part of up to about a second. */
export type PartedWork<T> = Generator<undefined, T, undefined>;

/** Does all parts at once. */
export function atOnce<T>(work: PartedWork<T>): T {
  for (;;) {
    const part = work.next();
    if (part.done === true) return part.value;
  }
}

/** Lets other work of the process have its turn after each part. */
export async function inTurns<T>(work: PartedWork<T>): Promise<T> {
  for (;;) {
    const part = work.next();
    if (part.done === true) return part.value;
    await setImmediate();
  }
}
