import type { EventEmitter } from 'node:events';

interface Report {
  /** Called once per cause, not once per attempt to connect. */
  failed(error: Error): void;
  /** Called once when the connection is ready again after `failed`. */
  recovered(): void;
}

/** Text that ioredis adds about the delay to the next attempt. It differs each time. */
const DELAY = / Retrying from scratch after [\d.]+ms\./;

/** Reports why a connection fails and when it recovers. Without a listener, an error would end the process. */
export function reportConnection(redis: EventEmitter, { failed, recovered }: Report): void {
  let cause = '';
  redis.on('error', (error: Error) => {
    const message = error.message.replace(DELAY, '');
    if (message === cause) return;
    cause = message;
    failed(error);
  });
  redis.on('ready', () => {
    if (cause !== '') recovered();
    cause = '';
  });
}
