import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, type Server as NetServer } from 'node:net';
import type { Logger } from '@secure-preview/service-kit';

/**
 * How many connections can be accepted in one turn of the event loop. libuv accepts one for each handle on a listening
 * socket (1.45 and later, so all of Node since 20), and under load a turn takes 20 to 50 ms: with one handle, those who
 * come anew wait in the system's queue for many seconds, where nothing refuses them and leads wait as long as page views.
 */
export const DOORS = 64;

/** Milliseconds until the handles must be there; it takes some 50. */
const DEADLINE_MS = 10_000;

/** Whatever handle is sent to another process and back is a further one, on the same socket and the same queue. */
const ECHO = `process.on('message', (count, handle) => { while (count--) process.send(0, handle); });`;

/** What Node has of a socket of the system. */
interface Handle {
  close(): void;
}

async function doubled(handle: unknown, count: number): Promise<Handle[]> {
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
      echo.once('exit', () => reject(new Error('the helper ended')));
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    echo.send(count, handle as NetServer);
    await all;
  } catch (error) {
    // Each would keep the port open after the server is closed.
    for (const further of handles) further.close();
    throw error;
  } finally {
    echo.kill();
  }
  return handles;
}

/**
 * Has a listening server accept many connections a turn instead of one; where that is not possible, it goes on with one.
 *
 * @returns the servers that accept for it, to be closed with it
 */
export async function openDoors(http: Server, backlog: number, logger: Logger): Promise<NetServer[]> {
  try {
    const { _handle } = http as unknown as { _handle: unknown };
    const doors = (await doubled(_handle, DOORS - 1)).map((handle) =>
      // As a server for HTTP does by itself.
      createServer({ allowHalfOpen: true, noDelay: true })
        .on('connection', (socket) => http.emit('connection', socket))
        .listen(handle, backlog),
    );
    // It was told to stop meanwhile.
    if (!http.listening) for (const door of doors) door.close();
    return doors;
  } catch (error) {
    logger.warn({ err: error }, 'connections are accepted one at a time');
    return [];
  }
}
