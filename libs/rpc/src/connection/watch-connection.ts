import type { Redis } from 'ioredis';

/** Milliseconds between two looks at a connection. */
const TICK_MS = 500;
/** Silent looks after which a connection counts as dead; more than the blocking read's second. */
const SILENT_TICKS = 4;

/**
 * Ends a connection over which nothing comes back any more, so that it is opened anew: a peer that vanished without
 * closing is otherwise noticed after minutes. Counts looks, not time, so that a process that was itself stopped for
 * a while first reads what has arrived meanwhile.
 *
 * @returns stops watching
 */
export function watchConnection(redis: Redis): () => void {
  let pinging = false;
  let silent = 0;
  let lastStream: unknown;
  let lastBytes = -1;

  const timer = setInterval(() => {
    if (redis.status !== 'ready' && redis.status !== 'connect') return;
    const { stream } = redis;
    silent = stream === lastStream && stream.bytesRead === lastBytes ? silent + 1 : 0;
    lastStream = stream;
    lastBytes = stream.bytesRead;
    if (silent >= SILENT_TICKS) {
      silent = 0;
      stream.destroy(new Error('Redis does not answer'));
      return;
    }
    if (redis.status !== 'ready' || pinging) return;
    pinging = true;
    redis.ping().then(
      () => {
        pinging = false;
      },
      () => {
        pinging = false;
      },
    );
  }, TICK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
