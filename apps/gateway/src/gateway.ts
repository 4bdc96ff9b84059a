import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { type Logger, nestLogger } from '@secure-preview/service-kit';
import express from 'express';
import { appModule } from './app.module.js';
import type { GatewayEnvironment } from './environment.js';
import { StartupService } from './health/startup.service.js';
import { installEdge } from './http/edge.js';
import { openRedis } from './redis.js';

export interface Gateway {
  readonly app: INestApplication;
  readonly startup: StartupService;
  /** Resolves with the port, which the system chose if the setting is 0. */
  listen(): Promise<number>;
  /** Takes no new requests, finishes those under way, closes the connections. */
  close(): Promise<void>;
}

/** Time-outs against clients that send slowly or not at all, in milliseconds. */
function limitPatience(server: Server): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  // Longer than the idle time of usual load balancers, so that it is they who close idle connections.
  server.keepAliveTimeout = 65_000;
}

/** Milliseconds between looks for connections whose last request was answered, while draining. */
const IDLE_CHECK_MS = 50;

/** Puts the gateway together without opening a port. */
export async function createGateway(settings: GatewayEnvironment, logger: Logger): Promise<Gateway> {
  const redis = openRedis(settings.REDIS_URL, logger);
  const server = express();
  installEdge(server, { redis, settings, logger });
  const app = await NestFactory.create(appModule({ settings, logger, redis }), new ExpressAdapter(server), {
    bodyParser: false,
    logger: nestLogger(logger),
    abortOnError: false,
  });
  const http: Server = app.getHttpServer();
  limitPatience(http);
  const startup = app.get(StartupService);
  return {
    app,
    startup,
    listen: async () => {
      await app.listen(settings.PORT, settings.HOST);
      const address = http.address();
      return typeof address === 'object' && address ? address.port : settings.PORT;
    },
    close: async () => {
      startup.drain();
      // A connection that is kept alive would else hold up the end until it has been idle for long.
      const idle = setInterval(() => http.closeIdleConnections(), IDLE_CHECK_MS);
      try {
        await app.close();
      } finally {
        clearInterval(idle);
        redis.disconnect();
      }
    },
  };
}
