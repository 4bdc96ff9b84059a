import { serviceKeys } from '../wire/keys.js';
import type { ScriptedRedis } from '../wire/scripts.js';

/** What became of one message. `lost`: the connection broke, so it may or may not wait in the list. */
export type Enqueued = 'queued' | 'full' | 'nobody serves' | 'lost';

interface Waiting {
  message: string;
  done: (outcome: Enqueued) => void;
}

/** Messages put in one Lua call, in number and characters, so that no call holds Redis for long. */
const BATCH_MESSAGES = 64;
const BATCH_CHARACTERS = 512 * 1024;

/** Puts requests into the lists of their services, those of one turn of the event loop together. */
export class Enqueuer {
  readonly #waiting = new Map<string, Waiting[]>();
  #scheduled = false;

  constructor(private readonly redis: ScriptedRedis) {}

  enqueue(service: string, message: string, done: (outcome: Enqueued) => void): void {
    const waiting = this.#waiting.get(service);
    if (waiting) waiting.push({ message, done });
    else this.#waiting.set(service, [{ message, done }]);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      for (const [name, all] of this.#waiting) this.#flush(name, all);
      this.#waiting.clear();
    });
  }

  #flush(service: string, waiting: Waiting[]): void {
    let start = 0;
    let characters = 0;
    for (const [index, { message }] of waiting.entries()) {
      if (
        index > start &&
        (index - start >= BATCH_MESSAGES || characters + message.length > BATCH_CHARACTERS)
      ) {
        this.#push(service, waiting.slice(start, index));
        start = index;
        characters = 0;
      }
      characters += message.length;
    }
    this.#push(service, waiting.slice(start));
  }

  #push(service: string, batch: Waiting[]): void {
    const { requests, alive, bound } = serviceKeys(service);
    this.redis.rpcEnqueue(requests, alive, bound, ...batch.map(({ message }) => message)).then(
      (taken) => {
        for (const [index, { done }] of batch.entries())
          done(taken < 0 ? 'nobody serves' : index < taken ? 'queued' : 'full');
      },
      () => {
        for (const { done } of batch) done('lost');
      },
    );
  }
}
