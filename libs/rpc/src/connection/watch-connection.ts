import type { Redis } from 'ioredis';

/** Milliseconds between two checks of a connection. */
const TICK_MS = 500;
/** Checks without received bytes after which a connection counts as dead: longer than the blocking read of 1 s. */
const SILENT_TICKS = 4;

/**
 * Closes a connection that no longer receives data, so ioredis reopens it. Otherwise it takes minutes to
 * detect a peer that disappeared without closing the connection. Counts checks instead of time, so a suspended process
 * first reads the data that arrived while it was suspended. Pings only connections that have received nothing since the
 * last check.
 *
 * @returns function that stops the checks
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
    if (redis.status !== 'ready' || pinging || silent === 0) return;
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
