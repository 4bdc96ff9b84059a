import { performance } from 'node:perf_hooks';
import type { Message } from './contract.js';

/** Callers that each wait for their response before they call again. */
const CALLERS = 64;

export interface Round {
  calls: number;
  /** Calls with an error, a wrong response, or none. */
  lost: number;
  callsPerSecond: number;
}

/** Sends calls for `ms` milliseconds, and waits for the last responses. */
export async function round(call: (message: Message) => Promise<Message>, ms: number): Promise<Round> {
  let calls = 0;
  let lost = 0;
  const start = performance.now();
  const caller = async () => {
    while (performance.now() - start < ms) {
      calls += 1;
      const n = calls;
      try {
        if ((await call({ n, text: 'some text of a usual length' })).n !== n) lost += 1;
      } catch {
        lost += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return { calls, lost, callsPerSecond: ((calls - lost) * 1000) / (performance.now() - start) };
}
