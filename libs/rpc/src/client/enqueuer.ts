import { serviceKeys } from '../wire/keys.js';
import type { ScriptedRedis } from '../wire/scripts.js';

/** Outcome of enqueueing a message. `lost`: the connection broke, so the message may or may not be in the list. */
export type Enqueued = 'queued' | 'full' | 'no-replica' | 'lost';

/** Request list for a message. */
export interface Destination {
  readonly service: string;
  readonly urgent: boolean;
}

interface QueuedMessage {
  message: string;
  done: (outcome: Enqueued) => void;
}

/** Limits of one Lua call, in messages and characters, so that no call blocks Redis for long. */
const BATCH_MESSAGES = 64;
const BATCH_CHARACTERS = 512 * 1024;

/** Puts requests into the lists of their services. Batches the requests of one turn of the event loop. */
export class Enqueuer {
  private readonly waiting = new Map<string, { destination: Destination; entries: QueuedMessage[] }>();
  private scheduled = false;

  constructor(private readonly redis: ScriptedRedis) {}

  enqueue(destination: Destination, message: string, done: (outcome: Enqueued) => void): void {
    const list = `${destination.urgent} ${destination.service}`;
    const waiting = this.waiting.get(list);
    if (waiting) waiting.entries.push({ message, done });
    else this.waiting.set(list, { destination, entries: [{ message, done }] });
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      for (const { destination, entries } of this.waiting.values()) this.flush(destination, entries);
      this.waiting.clear();
    });
  }

  private flush(destination: Destination, waiting: QueuedMessage[]): void {
    let start = 0;
    let characters = 0;
    for (const [index, { message }] of waiting.entries()) {
      if (
        index > start &&
        (index - start >= BATCH_MESSAGES || characters + message.length > BATCH_CHARACTERS)
      ) {
        this.push(destination, waiting.slice(start, index));
        start = index;
        characters = 0;
      }
      characters += message.length;
    }
    this.push(destination, waiting.slice(start));
  }

  private push({ service, urgent }: Destination, batch: QueuedMessage[]): void {
    const keys = serviceKeys(service);
    const regular = [keys.requests, keys.limit] as const;
    const list = urgent ? ([keys.urgent, keys.urgentLimit] as const) : regular;
    this.redis.rpcEnqueue(keys.alive, ...list, ...regular, ...batch.map(({ message }) => message)).then(
      (taken) => {
        for (const [index, { done }] of batch.entries())
          done(taken < 0 ? 'no-replica' : index < taken ? 'queued' : 'full');
      },
      () => {
        for (const { done } of batch) done('lost');
      },
    );
  }
}
