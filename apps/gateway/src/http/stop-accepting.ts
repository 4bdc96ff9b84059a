import type { Server } from 'node:http';
import type { Server as NetServer } from 'node:net';
import { performance } from 'node:perf_hooks';

/** Milliseconds within which a turn of the event loop had next to nothing to do. */
const QUIET_MS = 0.2;
/** Turns after which a server that is never quiet stops all the same. */
const MOST_TURNS = 5000;

/**
 * Stops accepting connections, without losing those that wait to be accepted: the system resets them when the socket
 * is closed, and a proxy does not send a form again that may have arrived. So it is closed at the end of a turn in
 * which nobody was accepted and little else happened.
 *
 * @param doors what accepts for it (`doors.ts`)
 * @returns once the last connection is closed
 */
export function stopAccepting(http: Server, doors: readonly NetServer[] = []): Promise<void> {
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
        const closed = [http, ...doors].map(
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
    // The first one tells nothing: it began before those that came meanwhile could be seen.
    setImmediate(() => {
      last = Number.NEGATIVE_INFINITY;
      setImmediate(look);
    });
  });
}
