import 'reflect-metadata';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { redisKeys } from '@secure-preview/contracts';
import { createLogger, type Logger } from '@secure-preview/service-kit';
import { startTestRedis, type TestRedis, until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { type GatewayEnvironment, gatewayEnvironment } from '../environment.js';
import { createGateway, type Gateway } from '../gateway.js';
import { type FakeService, fakeService, type ServiceName, serviceNames } from './fakes.js';

/** Creates a small web app with the same layout as a build. */
function webDist(): string {
  const folder = mkdtempSync(join(tmpdir(), 'web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><head><title>portal</title></head>');
  const script = 'console.log("plain")';
  writeFileSync(join(folder, 'assets/app-1a2b3c.js'), script);
  writeFileSync(join(folder, 'assets/app-1a2b3c.js.br'), brotliCompressSync(script));
  return folder;
}

export interface RunningGateway extends Gateway {
  /** Names of the checks before the port was open. */
  readonly checksBeforeOpening: readonly string[];
  readonly url: string;
}

export interface TestEnvironment {
  readonly redis: TestRedis;
  /** Starts a gateway on the same servers; resolves once its port is open. */
  gateway(settings?: Partial<GatewayEnvironment>, logger?: Logger): Promise<RunningGateway>;
  /** Starts a gateway on the same servers; resolves once it is ready. */
  readyGateway(settings?: Partial<GatewayEnvironment>): Promise<RunningGateway>;
  serve(name: ServiceName): Promise<FakeService>;
  serveAll(): Promise<void>;
  stop(): Promise<void>;
}

/** Publishes that no address is blocked, as auth-service does once it runs. */
async function publishBlocks(url: string): Promise<void> {
  const redis = new Redis(url);
  await redis.set(redisKeys.blocksPublished, 1);
  redis.disconnect();
}

const silent = createLogger({ service: 'gateway-test', level: 'silent' });

/** Starts a real Redis. Gateways are real too; services are fakes that use the real transport. */
export async function startTestEnvironment(): Promise<TestEnvironment> {
  const redis = await startTestRedis();
  await publishBlocks(redis.url);
  const web = webDist();
  const closers: (() => Promise<void>)[] = [];

  const gateway: TestEnvironment['gateway'] = async (settings, logger = silent) => {
    const defaults = gatewayEnvironment.parse({
      REDIS_URL: redis.url,
      RPC_REDIS_URL: redis.url,
      SESSION_SECRET: 'a secret for tests that is long enough',
      PORT: '0',
      WEB_DIST_DIR: web,
      S3_ENDPOINT: 'http://127.0.0.1:9000',
      LEADS_PER_MINUTE_PER_IP: '100000',
      // High, because fakes and tests share this process and delay its event loop.
      MAX_EVENT_LOOP_DELAY_MS: '60000',
    });
    const started = await createGateway({ ...defaults, ...settings }, logger);
    closers.unshift(() => started.close());
    const checksBeforeOpening = Object.keys(started.checks());
    const port = await started.listen();
    return { ...started, checksBeforeOpening, url: `http://127.0.0.1:${port}` };
  };
  const serve: TestEnvironment['serve'] = async (name) => {
    const service = await fakeService(name, redis.url);
    closers.push(() => service.stop());
    return service;
  };
  return {
    redis,
    gateway,
    readyGateway: async (settings) => {
      const started = await gateway(settings);
      await until(() => started.startup.isReady(), { what: 'the gateway' });
      return started;
    },
    serve,
    serveAll: async () => {
      await Promise.all(serviceNames.map(serve));
    },
    stop: async () => {
      for (const close of closers) await close();
      await redis.stop();
      rmSync(web, { recursive: true });
    },
  };
}
