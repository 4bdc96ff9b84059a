import type { Server } from 'node:http';
import { type Logger } from '@secure-preview/service-kit';
import type { GatewayEnvironment } from '../environment.js';
import { webFiles } from '../web/web-files.js';
import type { AdmissionDependencies } from './admission.js';
import { ConnectionLimiter } from './connection-limiter.js';
import { LoadMonitor } from './load-monitor.js';
import { LoopDelay } from './loop-delay.js';
import { loadLevels } from './overload.metrics.js';
import { ShedReport } from './shed-report.js';

export interface Protection {
  readonly dependencies: AdmissionDependencies;
  /** Starts to protect a server. @returns a function that stops the protection */
  watch(server: Server): () => void;
}

/** Creates the protection of a gateway against overload and slow clients. */
export function protection(settings: GatewayEnvironment, logger: Logger): Protection {
  const loop = new LoopDelay();
  const limits = {
    maxInFlight: settings.MAX_REQUESTS_IN_FLIGHT,
    maxDelayMs: settings.MAX_EVENT_LOOP_DELAY_MS,
  };
  const dependencies = {
    load: new LoadMonitor(limits, loop),
    connections: new ConnectionLimiter(settings.MAX_CONNECTIONS),
    report: new ShedReport(logger),
    files: webFiles(settings),
    maxTransferMs: settings.MAX_TRANSFER_SECONDS * 1000,
  };
  return {
    dependencies,
    watch: (server) => {
      // Starts measuring only now: the work at startup must not cause rejections of the first visitors.
      server.once('listening', () => loop.start());
      dependencies.connections.watch(server);
      const unregisterGauge = loadLevels.add('gateway', () => dependencies.load.level);
      return () => {
        unregisterGauge();
        loop.stop();
      };
    },
  };
}
