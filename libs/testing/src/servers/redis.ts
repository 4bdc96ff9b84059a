import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findRedis, freePort, redisProgram, redisUrl } from '@secure-preview/embedded';
import { Redis } from 'ioredis';
import { startTestServer, type TestServer, temporaryDir } from './test-server.js';

export interface TestRedis extends TestServer {
  port: number;
  /** URL that includes the password. */
  url: string;
  /** Removes every key of every database. */
  flush(): Promise<void>;
  /** Returns the server's time, in milliseconds since 1970, rounded down to the second. */
  time(): Promise<number>;
}

const password = 'test';

/** Uses a connection of its own. */
async function withConnection<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url, { maxRetriesPerRequest: 0, connectTimeout: 5_000, commandTimeout: 10_000 });
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}

/** Removes every key of every database of a server. */
export const flushRedis = (url: string): Promise<void> =>
  withConnection(url, async (client) => void (await client.flushall()));

/** Removes the keys of a server that match a glob pattern. Returns how many they were. */
export const deleteRedisKeys = (url: string, pattern: string): Promise<number> =>
  withConnection(url, async (client) => {
    const keys = await client.keys(pattern);
    return keys.length === 0 ? 0 : client.del(keys);
  });

/**
 * Starts a real Redis for a test file. Its data survive `kill9` and `restart`.
 *
 * @param env added to the server's environment
 * @param settings lines of redis.conf
 */
export async function startTestRedis(
  env: NodeJS.ProcessEnv = {},
  settings: Record<string, string> = {},
): Promise<TestRedis> {
  const command = await findRedis((line) => process.stderr.write(`${line}\n`));
  const dir = temporaryDir('redis');
  const home = join(dir, 'home');
  mkdirSync(home);
  const port = await freePort();
  // Without fsync, a restart within a test does not wait for the disk.
  const program = redisProgram(command, home, port, password, { appendfsync: 'no', ...settings });
  const server = await startTestServer({ ...program, env: { ...program.env, ...env } }, dir);
  const url = redisUrl(password, port);
  return {
    port,
    url,
    get pid() {
      return server.pid;
    },
    kill9: server.kill9,
    restart: server.restart,
    stop: server.stop,
    flush: () => flushRedis(url),
    time: () => withConnection(url, async (client) => Number((await client.time())[0]) * 1000),
  };
}
