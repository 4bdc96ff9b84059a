import type { EventEmitter } from 'node:events';

interface Report {
  /** Called once per cause, not once per attempt to connect. */
  failed(error: Error): void;
  /** Called once when the connection is ready again after `failed`. */
  back(): void;
}

/** Text that ioredis adds about the delay to the next attempt. It differs each time. */
const DELAY = / Retrying from scratch after [\d.]+ms\./;

/** Reports why a connection fails and when it is back. Always needed: unhandled errors end a process. */
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
