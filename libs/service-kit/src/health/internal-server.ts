import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from '../logging/logger.js';
import { type Readiness, watchDependencies } from '../metrics/dependency-metrics.js';
import { collectProcessMetrics, metricsText, metricsType } from '../metrics/registry.js';
import { type Checks, withTimeLimit } from './dependency-checks.js';

export interface InternalServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Paths of the internal port, for probes and Prometheus. */
export const internalPaths = { live: '/health/live', ready: '/health/ready', metrics: '/metrics' } as const;

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function answerReadiness(response: ServerResponse, readiness: () => Promise<Readiness>): Promise<void> {
  const checks = await readiness();
  const ready = Object.values(checks).every((state) => state === 'ok');
  json(response, ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable', checks });
}

/**
 * Serves health and metrics on a separate port, which is never published: liveness, readiness with the state
 * of each dependency, and metrics for Prometheus.
 */
export async function startInternalServer(options: {
  host: string;
  port: number;
  /** Returns the current checks of dependencies. */
  checks: () => Checks;
  logger: Logger;
}): Promise<InternalServer> {
  const { logger } = options;
  const readiness = withTimeLimit(options.checks);
  collectProcessMetrics();
  const unwatch = watchDependencies(readiness);
  const server: Server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      if (request.url === internalPaths.live) return json(response, 200, { status: 'ok' });
      if (request.url === internalPaths.ready) return answerReadiness(response, readiness);
      if (request.url === internalPaths.metrics) {
        const text = await metricsText();
        response.writeHead(200, { 'content-type': metricsType }).end(text);
        return;
      }
      json(response, 404, { status: 'not found' });
    };
    answer().catch((error: unknown) => {
      logger.warn({ err: error }, 'health check failed');
      if (!response.headersSent) json(response, 503, { status: 'unavailable' });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        unwatch();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
