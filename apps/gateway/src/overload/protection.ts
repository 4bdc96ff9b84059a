import type { Server } from 'node:http';
import { GaugeSources, type Logger, metric } from '@secure-preview/service-kit';
import type { GatewayEnvironment } from '../environment.js';
import { webFiles } from '../web/web-files.js';
import type { AdmissionParts } from './admission.js';
import { ConnectionLimiter } from './connection-limiter.js';
import { LoadMonitor } from './load-monitor.js';
import { LoopDelay } from './loop-delay.js';
import { ShedReport } from './shed-report.js';

const levels = new GaugeSources<() => number>();
metric.gauge(
  'portal_http_load_ratio',
  'Load of this gateway as a share of its limit; from 0.6 on some requests are refused.',
  [],
  (gauge) => {
    gauge.set(0);
    for (const [, level] of levels) gauge.set(level());
  },
);

export interface Protection {
  readonly parts: AdmissionParts;
  /** Starts to protect a server. @returns a function that stops it */
  watch(server: Server): () => void;
}

/** Creates everything that keeps a gateway responsive under overload and with slow clients. */
export function protection(settings: GatewayEnvironment, logger: Logger): Protection {
  const loop = new LoopDelay();
  const limits = {
    maxInFlight: settings.MAX_REQUESTS_IN_FLIGHT,
    maxDelayMs: settings.MAX_EVENT_LOOP_DELAY_MS,
  };
  const parts = {
    load: new LoadMonitor(limits, loop),
    connections: new ConnectionLimiter(settings.MAX_CONNECTIONS),
    report: new ShedReport(logger),
    files: webFiles(settings),
    maxTransferMs: settings.MAX_TRANSFER_SECONDS * 1000,
  };
  return {
    parts,
    watch: (server) => {
      // The start of the process is long work, which must not refuse the first visitors.
      server.once('listening', () => loop.start());
      parts.connections.watch(server);
      const forget = levels.add('gateway', () => parts.load.level);
      return () => {
        forget();
        loop.stop();
      };
    },
  };
}
