import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, type Server as NetServer } from 'node:net';
import type { Logger } from '@secure-preview/service-kit';

/**
 * Connections that can be accepted in one turn of the event loop. libuv accepts one per turn for each handle
 * on a listening socket (1.45 and later, so all of Node since 20). Under load a turn takes 20 to 50 ms. With
 * one handle, new connections would wait in the system's queue for many seconds. The system cannot refuse
 * them by class, so leads would wait as long as page views.
 */
export const MAX_ACCEPTS_PER_TURN = 64;

/** Milliseconds to create the handles; it usually takes about 50. */
const DEADLINE_MS = 10_000;

/** Sending a handle over IPC and back yields another handle on the same listening socket and queue. */
const ECHO = `process.on('message', (count, handle) => { while (count--) process.send(0, handle); });`;

/** Node's internal handle of a system socket. */
interface Handle {
  close(): void;
}

async function duplicateHandle(handle: unknown, count: number): Promise<Handle[]> {
  const handles: Handle[] = [];
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const echo = spawn(process.execPath, ['-e', ECHO], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  try {
    await once(echo, 'spawn', { signal });
    const all = new Promise<void>((resolve, reject) => {
      echo.on('message', (_, further) => {
        if (handles.push(further as unknown as Handle) === count) resolve();
      });
      echo.on('error', reject);
      echo.once('exit', () => reject(new Error('the helper process ended')));
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    echo.send(count, handle as NetServer);
    await all;
  } catch (error) {
    // Each handle would keep the port open after the server is closed.
    for (const further of handles) further.close();
    throw error;
  } finally {
    echo.kill();
  }
  return handles;
}

/**
 * Makes a listening server accept many connections per turn instead of one. If that fails, logs a warning and
 * leaves the server as it is.
 *
 * @returns the servers that accept on its behalf, to be closed with it
 */
export async function openAcceptors(http: Server, backlog: number, logger: Logger): Promise<NetServer[]> {
  try {
    const { _handle } = http as unknown as { _handle: unknown };
    const acceptors = (await duplicateHandle(_handle, MAX_ACCEPTS_PER_TURN - 1)).map((handle) =>
      // Same options as Node's HTTP server.
      createServer({ allowHalfOpen: true, noDelay: true })
        .on('connection', (socket) => http.emit('connection', socket))
        .listen(handle, backlog),
    );
    // The server was closed in the meantime.
    if (!http.listening) for (const acceptor of acceptors) acceptor.close();
    return acceptors;
  } catch (error) {
    logger.warn(
      { err: error },
      'cannot duplicate the listening handle; connections are accepted one per turn',
    );
    return [];
  }
}
