import type { Server } from 'node:http';
import type { Server as NetServer } from 'node:net';
import { performance } from 'node:perf_hooks';

/** A turn of the event loop that takes less than this, in milliseconds, counts as quiet. */
const QUIET_MS = 0.2;
/** Turns after which a server that is never quiet stops anyway. */
const MOST_TURNS = 5000;

/**
 * Stops accepting connections without losing those that wait to be accepted. The system resets them when the
 * socket is closed, and a proxy does not resend a form that may have arrived. So the socket is closed at the
 * end of a turn that accepted no connection and did little else.
 *
 * @param acceptors servers that accept on behalf of `http` (`acceptors.ts`)
 * @returns a promise that resolves once the last connection is closed
 */
export function stopAccepting(http: Server, acceptors: readonly NetServer[] = []): Promise<void> {
  return new Promise((resolve) => {
    let turns = 0;
    let accepted = false;
    const onConnection = () => {
      accepted = true;
    };
    http.on('connection', onConnection);
    let last = performance.now();
    const look = () => {
      const now = performance.now();
      if ((!accepted && now - last < QUIET_MS) || turns === MOST_TURNS) {
        http.off('connection', onConnection);
        const closed = [http, ...acceptors].map(
          (server) => new Promise<void>((done) => void server.close(() => done())),
        );
        void Promise.all(closed).then(() => resolve());
        return;
      }
      turns += 1;
      accepted = false;
      last = now;
      setImmediate(look);
    };
    // Skips the first turn: it began before connections that arrived in the meantime were visible.
    setImmediate(() => {
      last = Number.NEGATIVE_INFINITY;
      setImmediate(look);
    });
  });
}
