import type { EventEmitter } from 'node:events';

interface Report {
  /** Once per cause, and not once per attempt to connect. */
  failed(error: Error): void;
  /** Once, after `failed`. */
  back(): void;
}

/** What ioredis adds of the delay to the next attempt, which is another each time. */
const DELAY = / Retrying from scratch after [\d.]+ms\./;

/** Tells when a connection fails, why, and when it is back. Every connection needs one: unheard errors end a process. */
export function reportConnection(redis: EventEmitter, { failed, back }: Report): void {
  let cause = '';
  redis.on('error', (error: Error) => {
    const now = error.message.replace(DELAY, '');
    if (now === cause) return;
    cause = now;
    failed(error);
  });
  redis.on('ready', () => {
    if (cause !== '') back();
    cause = '';
  });
}
