import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, type Server as NetServer } from 'node:net';
import type { Logger } from '@secure-preview/service-kit';

/**
 * Connections that can be accepted in one turn of the event loop. libuv since 1.45 (Node since 20) accepts one
 * per turn for each handle on a listening socket. Under load a turn takes 20 to 50 ms. With one handle, new
 * connections would wait in the queue of the operating system for many seconds. That queue has no priority for
 * leads.
 */
export const MAX_ACCEPTS_PER_TURN = 64;

/** Limit for creating the handles, which usually takes about 50 ms. */
const DUPLICATION_TIMEOUT_MS = 10_000;

/** Sending a handle over IPC and back yields another handle on the same listening socket and queue. */
const ECHO_SCRIPT = `process.on('message', (count, handle) => { while (count--) process.send(0, handle); });`;

/** Node's internal handle of a system socket. */
interface Handle {
  close(): void;
}

async function duplicateHandle(handle: unknown, count: number): Promise<Handle[]> {
  const handles: Handle[] = [];
  const signal = AbortSignal.timeout(DUPLICATION_TIMEOUT_MS);
  const echo = spawn(process.execPath, ['-e', ECHO_SCRIPT], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  try {
    await once(echo, 'spawn', { signal });
    const received = new Promise<void>((resolve, reject) => {
      echo.on('message', (_, duplicate) => {
        if (handles.push(duplicate as unknown as Handle) === count) resolve();
      });
      echo.on('error', reject);
      echo.once('exit', () => reject(new Error('the helper process exited early')));
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    echo.send(count, handle as NetServer);
    await received;
  } catch (error) {
    // Each handle would keep the port open after the server is closed.
    for (const duplicate of handles) duplicate.close();
    throw error;
  } finally {
    echo.kill();
  }
  return handles;
}

/**
 * Makes a listening server accept many connections per turn of the event loop instead of one. If that fails,
 * logs a warning and leaves the server unchanged.
 *
 * @returns further servers that accept its connections, to be closed with it
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
    // The server may have been closed in the meantime.
    if (!http.listening) for (const acceptor of acceptors) acceptor.close();
    return acceptors;
  } catch (error) {
    logger.warn(
      { err: error },
      'cannot duplicate the listening handle: under load, new connections wait longer',
    );
    return [];
  }
}
