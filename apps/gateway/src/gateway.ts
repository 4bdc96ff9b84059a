import type { Server } from 'node:http';
import type { Server as NetServer } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Checks, type Logger, nestLogger } from '@secure-preview/service-kit';
import express from 'express';
import { appModule } from './app.module.js';
import { installEdge } from './edge.js';
import type { GatewayEnvironment } from './environment.js';
import { StartupService } from './health/startup.service.js';
import { openAcceptors } from './http/acceptors.js';
import { BACKLOG, TimeoutExpressAdapter } from './http/http-server.js';
import { stopAccepting } from './http/stop-accepting.js';
import { UnknownPaths } from './http/unknown-paths.js';
import { protection } from './overload/protection.js';
import { openRedis } from './redis.js';
import { AccessRules } from './sessions/access-rules.js';
import { Levels } from './sessions/levels.js';
import { SettingsFollowerService } from './settings/settings-follower.service.js';
import { StreamsService } from './streams/streams.service.js';

export interface Gateway {
  readonly app: INestApplication;
  readonly startup: StartupService;
  /** Returns one check for each dependency, and one for the port until it is open. */
  checks(): Checks;
  /** Connects to Redis and the services. Resolves once connected, or at the deadline. */
  connect(deadlineMs: number): Promise<void>;
  /** Opens the port and returns its number. If the setting is 0, the system chooses a port. */
  listen(): Promise<number>;
  /** Accepts no new requests, finishes those in progress, and closes the connections. */
  close(): Promise<void>;
}

/** Milliseconds between checks for idle connections while draining. */
const IDLE_CHECK_MS = 50;
/** Milliseconds that a connection may take to send its first byte while draining. */
const FIRST_BYTE_MS = 1000;

/** Creates the gateway without opening its port. */
export async function createGateway(settings: GatewayEnvironment, logger: Logger): Promise<Gateway> {
  const redis = openRedis(settings.REDIS_URL, logger);
  const server = express();
  const overload = protection(settings, logger);
  const unknownPaths = new UnknownPaths(logger);
  const rules = new AccessRules();
  const levels = new Levels(redis, settings, rules);
  let follower: SettingsFollowerService | undefined;
  const portalSettings = () => follower?.latest?.values;
  installEdge(server, { redis, settings, logger, levels, overload, unknownPaths, portalSettings });
  const module = appModule({ settings, logger, redis, levels, rules, report: overload.report });
  const app = await NestFactory.create(module, new TimeoutExpressAdapter(server), {
    bodyParser: false,
    logger: nestLogger(logger),
    abortOnError: false,
  });
  follower = app.get(SettingsFollowerService, { strict: false });
  const http: Server = app.getHttpServer();
  const stopProtection = overload.watch(http);
  const startup = app.get(StartupService);
  let acceptors: NetServer[] = [];
  return {
    app,
    startup,
    // A gateway that is ready before its port is open would refuse its first connections.
    checks: () => ({ ...startup.checks(), ...(http.listening ? {} : { port: () => 'not open' }) }),
    connect: async (deadlineMs) => {
      await app.init();
      await startup.waitUntilReady(deadlineMs);
    },
    listen: async () => {
      await app.listen(settings.PORT, settings.HOST);
      acceptors = await openAcceptors(http, BACKLOG, logger);
      const address = http.address();
      return typeof address === 'object' && address ? address.port : settings.PORT;
    },
    close: async () => {
      startup.drain();
      // Streams never end on their own. Their pages reconnect to other gateways while this one drains.
      app.get(StreamsService, { strict: false }).close();
      // Otherwise keep-alive connections would delay the shutdown until their idle timeout. Connections that
      // browsers open in advance would delay it even longer, because Node counts them as active.
      const closeIdle = () => {
        http.closeIdleConnections();
        overload.connections.closeUnused(FIRST_BYTE_MS);
      };
      // An immediate runs after received requests are read. A timer may run before they are read.
      const timer = setInterval(() => setImmediate(closeIdle), IDLE_CHECK_MS);
      try {
        await stopAccepting(http, acceptors);
        await app.close();
      } finally {
        clearInterval(timer);
        stopProtection();
        unknownPaths.flush();
        redis.disconnect();
      }
    },
  };
}
