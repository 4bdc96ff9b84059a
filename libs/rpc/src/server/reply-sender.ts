import type { Redis } from 'ioredis';
import type { RpcLogger } from '../logger.js';

/** Maximum size of one batch, in characters. */
const BATCH_CHARACTERS = 512 * 1024;

/** Publishes replies on the channels of their callers. Batches the replies of one turn of the event loop. */
export class ReplySender {
  private readonly waiting = new Map<string, string[]>();
  private readonly publishing = new Set<Promise<unknown>>();
  private scheduled = false;

  constructor(
    private readonly redis: Redis,
    private readonly logger: RpcLogger,
  ) {}

  /** @param reply a reply as JSON */
  send(channel: string, reply: string): void {
    const replies = this.waiting.get(channel);
    if (replies) replies.push(reply);
    else this.waiting.set(channel, [reply]);
    if (this.scheduled) return;
    this.scheduled = true;
    setImmediate(() => this.flush());
  }

  /** Resolves once everything sent so far has reached Redis or failed to. */
  async drained(): Promise<void> {
    this.flush();
    await Promise.all(this.publishing);
  }

  private flush(): void {
    this.scheduled = false;
    for (const [channel, replies] of this.waiting) {
      for (const batch of batches(replies)) this.publish(channel, batch);
    }
    this.waiting.clear();
  }

  private publish(channel: string, batch: string): void {
    const sending = this.redis.publish(channel, batch).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'replies could not be sent; their callers retry or time out');
    });
    this.publishing.add(sending);
    void sending.finally(() => this.publishing.delete(sending));
  }
}

function* batches(replies: string[]): Generator<string> {
  let batch: string[] = [];
  let characters = 0;
  for (const reply of replies) {
    if (characters + reply.length > BATCH_CHARACTERS && batch.length > 0) {
      yield `[${batch.join(',')}]`;
      batch = [];
      characters = 0;
    }
    batch.push(reply);
    characters += reply.length;
  }
  if (batch.length > 0) yield `[${batch.join(',')}]`;
}
