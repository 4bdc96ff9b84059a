import type { Server } from 'node:http';
import type { Logger } from '@secure-preview/service-kit';
import type { GatewayEnvironment } from '../environment.js';
import { webFiles } from '../web/web-files.js';
import { ConnectionLimiter } from './connection-limiter.js';
import { LoadMonitor } from './load-monitor.js';
import { LoopDelay } from './loop-delay.js';
import { loadLevels } from './overload.metrics.js';
import { ShedReport } from './shed-report.js';

export type Protection = ReturnType<typeof protection>;

/** Creates the protection of a gateway against overload and slow clients. */
export function protection(settings: GatewayEnvironment, logger: Logger) {
  const { MAX_REQUESTS_IN_FLIGHT: maxInFlight, MAX_EVENT_LOOP_DELAY_MS: maxDelayMs } = settings;
  const loop = new LoopDelay();
  const load = new LoadMonitor({ maxInFlight, maxDelayMs }, loop);
  const connections = new ConnectionLimiter(settings.MAX_CONNECTIONS);
  return {
    load,
    connections,
    report: new ShedReport(logger),
    /** Paths of the web app's files. */
    files: webFiles(settings),
    /** Milliseconds that a client may take to read a response. */
    maxTransferMs: settings.MAX_TRANSFER_SECONDS * 1000,
    /** Starts to protect a server. @returns a function that stops the protection */
    watch(server: Server): () => void {
      // Starts measuring only now: the work at startup must not cause rejections of the first visitors.
      server.once('listening', () => loop.start());
      server.on('connection', (socket) => connections.add(socket));
      const unregisterGauge = loadLevels.add('gateway', () => load.level);
      return () => {
        unregisterGauge();
        loop.stop();
      };
    },
  };
}
