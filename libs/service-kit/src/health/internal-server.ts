import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, register } from 'prom-client';
import type { Logger } from '../logging/logger.js';

/** State of each dependency: `ok`, or a few words about what is wrong. */
export type Readiness = Readonly<Record<string, string>>;

export interface InternalServer {
  readonly port: number;
  close(): Promise<void>;
}

const CHECK_DEADLINE_MS = 2000;

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function answerReadiness(response: ServerResponse, readiness: () => Promise<Readiness>): Promise<void> {
  const deadline = new Promise<Readiness>((resolve) => {
    setTimeout(() => resolve({ checks: 'took too long' }), CHECK_DEADLINE_MS).unref();
  });
  const checks = await Promise.race([readiness(), deadline]);
  const ready = Object.values(checks).every((state) => state === 'ok');
  json(response, ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable', checks });
}

/**
 * Health and metrics on a port of their own, which is never published: `/health/live`, `/health/ready` with the
 * state of each dependency, `/metrics` for Prometheus.
 */
export async function startInternalServer(options: {
  host: string;
  port: number;
  readiness: () => Promise<Readiness>;
  logger: Logger;
}): Promise<InternalServer> {
  const { readiness, logger } = options;
  collectDefaultMetrics({ register });
  const server: Server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      if (request.url === '/health/live') return json(response, 200, { status: 'ok' });
      if (request.url === '/health/ready') return answerReadiness(response, readiness);
      if (request.url === '/metrics') {
        const text = await register.metrics();
        response.writeHead(200, { 'content-type': register.contentType }).end(text);
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
        register.clear();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
