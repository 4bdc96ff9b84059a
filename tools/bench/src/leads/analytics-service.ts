import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { leadsRpc } from '@secure-preview/contracts';
import { createRpcClient, type RpcClient, RpcListClient } from '@secure-preview/rpc';
import { startTestPostgres, startTestRedis, until } from '@secure-preview/testing';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const dist = join(root, 'apps', 'analytics-service', 'dist');
const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

export interface AnalyticsService {
  readonly leads: RpcClient<typeof leadsRpc>;
  /** As the owner of the tables. */
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

/** Starts the built analytics-service on servers of its own. */
export async function startAnalyticsService(): Promise<AnalyticsService> {
  await promisify(execFile)('npx', ['nx', 'build', '@secure-preview/analytics-service'], { cwd: root });
  const [postgres, redis] = await Promise.all([startTestPostgres(), startTestRedis()]);
  const { adminUrl, appUrl } = await postgres.createDatabase();
  const path = { PATH: process.env['PATH'] };
  await promisify(execFile)(process.execPath, [join(dist, 'database', 'migrate.js')], {
    env: { ...path, DATABASE_ADMIN_URL: adminUrl, DATABASE_URL: appUrl },
  });
  const child: ChildProcess = spawn(process.execPath, [join(dist, 'main.js')], {
    stdio: 'inherit',
    env: { ...path, DATABASE_URL: appUrl, REDIS_URL: redis.url, LOG_LEVEL: 'warn' },
  });
  const transport = new RpcListClient({ url: redis.url, logger: silent });
  await transport.connect();
  await until(() => transport.isServed('analytics'), { deadlineMs: 30_000, what: 'analytics-service' });
  return {
    leads: createRpcClient(leadsRpc, transport),
    databaseUrl: adminUrl,
    stop: async () => {
      await transport.close();
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      await Promise.all([postgres.stop(), redis.stop()]);
    },
  };
}
