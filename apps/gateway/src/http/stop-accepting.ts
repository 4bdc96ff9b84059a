import type { Server } from 'node:http';
import type { Server as NetServer } from 'node:net';
import { performance } from 'node:perf_hooks';

/** Milliseconds below which a turn of the event loop counts as quiet. */
const QUIET_MS = 0.2;
/** Turns after which the server stops even if no turn was quiet. */
const MAX_TURNS = 5000;

/**
 * Stops accepting connections without losing those that wait to be accepted. Closing the socket would reset
 * them, and a proxy does not resend a form that may have arrived. The socket is therefore closed after a quiet
 * turn of the event loop without a new connection.
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
    let turnStartedAt = performance.now();
    const checkTurn = () => {
      const now = performance.now();
      if ((!accepted && now - turnStartedAt < QUIET_MS) || turns === MAX_TURNS) {
        http.off('connection', onConnection);
        const closed = [http, ...acceptors].map(
          (server) => new Promise<void>((onClosed) => void server.close(() => onClosed())),
        );
        void Promise.all(closed).then(() => resolve());
        return;
      }
      turns += 1;
      accepted = false;
      turnStartedAt = now;
      setImmediate(checkTurn);
    };
    // Skips the first turn, which began before the newest connections were visible.
    setImmediate(() => {
      turnStartedAt = Number.NEGATIVE_INFINITY;
      setImmediate(checkTurn);
    });
  });
}
