import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@secure-preview/service-kit';
import type { GatewayEnvironment } from '../environment.js';
import { protection } from './protection.js';

/** Blocks the event loop of this process. */
function blockEventLoop(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

it('does not count the delay of the event loop before the port is open', async () => {
  const settings = { MAX_EVENT_LOOP_DELAY_MS: 250, MAX_REQUESTS_IN_FLIGHT: 10, MAX_CONNECTIONS: 10 };
  const logger = createLogger({ service: 'test', level: 'silent' });
  const { load, watch } = protection(settings as GatewayEnvironment, logger);
  const server = createServer();
  const unwatch = watch(server);
  try {
    // Every turn is late. A measurement that had already started would count the delay.
    for (let turn = 0; turn < 10; turn += 1) {
      blockEventLoop(100);
      await sleep(1);
    }
    await once(server.listen(0, '127.0.0.1'), 'listening');
    expect(load.level).toBe(0);
  } finally {
    unwatch();
    server.close();
  }
});
