import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { Controller, type INestMicroservice, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  AppError,
  authRpc,
  leadsRpc,
  playbackRpc,
  type RpcParsedInput,
  viewingRpc,
} from '@secure-preview/contracts';
import { RpcHandler, RpcListServer } from '@secure-preview/rpc';
import { createLogger } from '@secure-preview/service-kit';
import { startTestRedis, type TestRedis, until } from '@secure-preview/testing';
import { type GatewayEnvironment, gatewayEnvironment } from '../environment.js';
import { createGateway, type Gateway } from '../gateway.js';

export const logger = createLogger({ service: 'gateway-test', level: 'silent' });
export const UPLOAD_PASSWORD = 'the right password';

/** What the stand-ins for the services were asked, and how they should behave. */
export const services = {
  captured: [] as RpcParsedInput<typeof leadsRpc.methods.capture>[],
  started: [] as RpcParsedInput<typeof viewingRpc.methods.start>[],
  epoch: 1,
  /** Resolves when the call that is held back may go on. */
  hold: undefined as Promise<void> | undefined,
  trailer: { id: randomUUID(), durationSeconds: 90 },
};

@Controller()
class Auth {
  @RpcHandler(authRpc.methods.verifyUploadPassword)
  async verify({ password }: RpcParsedInput<typeof authRpc.methods.verifyUploadPassword>) {
    await services.hold;
    if (password !== UPLOAD_PASSWORD) throw new AppError('INVALID_PASSWORD');
    return { epoch: services.epoch };
  }
}

@Controller()
class Analytics {
  #registered = false;

  @RpcHandler(leadsRpc.methods.registerTerms)
  async registerTerms() {
    this.#registered = true;
    return { registered: true as const };
  }

  @RpcHandler(leadsRpc.methods.capture)
  async capture(input: RpcParsedInput<typeof leadsRpc.methods.capture>) {
    if (!this.#registered) throw new AppError('TERMS_NOT_REGISTERED');
    services.captured.push(input);
    return { leadId: randomUUID() };
  }

  @RpcHandler(leadsRpc.methods.list)
  async list() {
    return { leads: [], total: 7, nextCursor: 'next' };
  }

  @RpcHandler(viewingRpc.methods.logAccess)
  async logAccess() {
    await services.hold;
    return { ok: true as const };
  }

  @RpcHandler(viewingRpc.methods.start)
  async start(input: RpcParsedInput<typeof viewingRpc.methods.start>) {
    services.started.push(input);
    return { id: randomUUID() };
  }

  @RpcHandler(viewingRpc.methods.update)
  async update() {
    return { ok: true as const };
  }
}

@Controller()
class Media {
  @RpcHandler(playbackRpc.methods.masterPlaylist)
  async masterPlaylist() {
    return { body: '#EXTM3U\n', trailer: services.trailer };
  }

  @RpcHandler(playbackRpc.methods.signSegment)
  async signSegment({ browser }: RpcParsedInput<typeof playbackRpc.methods.signSegment>) {
    return { url: `http://${browser.hostname}:9000/object?X-Amz-Signature=abc` };
  }
}

export interface StandIn {
  stop(): Promise<void>;
}

async function serve(name: string, controller: Type, redisUrl: string): Promise<StandIn> {
  @Module({ controllers: [controller] })
  class StandInModule {}
  const strategy = new RpcListServer({ url: redisUrl, service: name, logger });
  const app: INestMicroservice = await NestFactory.createMicroservice(StandInModule, {
    strategy,
    logger: false,
  });
  await app.listen();
  return { stop: () => app.close() };
}

export const standIns = {
  auth: (url: string) => serve('auth', Auth, url),
  analytics: (url: string) => serve('analytics', Analytics, url),
  media: (url: string) => serve('media', Media, url),
};

/** A web app as the build leaves one, small. */
function webDist(): string {
  const folder = mkdtempSync(join(tmpdir(), 'web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>portal</title>');
  writeFileSync(join(folder, 'assets/app-1a2b3c.js'), 'console.log("plain")');
  writeFileSync(join(folder, 'assets/app-1a2b3c.js.br'), brotliCompressSync('console.log("plain")'));
  return folder;
}

export interface RunningGateway {
  readonly redis: TestRedis;
  /** A further gateway on the same servers. */
  gateway(settings?: Partial<GatewayEnvironment>): Promise<Gateway & { url: string }>;
  serve(name: keyof typeof standIns): Promise<StandIn>;
  stop(): Promise<void>;
}

/** Real Redis, stand-ins for the services over the real transport, and gateways as they are. */
export async function startGateways(): Promise<RunningGateway> {
  const redis = await startTestRedis();
  const web = webDist();
  const closers: (() => Promise<void>)[] = [];
  return {
    redis,
    serve: async (name) => {
      const standIn = await standIns[name](redis.url);
      closers.push(() => standIn.stop());
      return standIn;
    },
    gateway: async (settings) => {
      const defaults = gatewayEnvironment.parse({
        REDIS_URL: redis.url,
        SESSION_SECRET: 'a secret for tests that is long enough',
        PORT: '0',
        WEB_DIST_DIR: web,
        S3_ENDPOINT: 'http://127.0.0.1:9000',
      });
      const gateway = await createGateway({ ...defaults, ...settings }, logger);
      closers.unshift(() => gateway.close());
      const port = await gateway.listen();
      await until(() => gateway.startup.isReady(), { what: 'the gateway' });
      return { ...gateway, url: `http://127.0.0.1:${port}` };
    },
    stop: async () => {
      for (const close of closers) await close();
      await redis.stop();
      rmSync(web, { recursive: true });
    },
  };
}
