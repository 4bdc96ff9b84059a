import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findRedis, freePort, redisProgram, redisUrl } from '@secure-preview/dev';
import { Redis } from 'ioredis';
import { startTestServer, type TestServer, temporaryDir } from './test-server.js';

export interface TestRedis extends TestServer {
  port: number;
  /** With the password. */
  url: string;
  /** Removes every key of every database. */
  flush(): Promise<void>;
}

const password = 'test';

/** Starts a real Redis of its own for a test file; its data survive `kill9` and `restart`, as the portal's do. */
export async function startTestRedis(): Promise<TestRedis> {
  const command = await findRedis((line) => process.stderr.write(`${line}\n`));
  const dir = temporaryDir('redis');
  const home = join(dir, 'home');
  mkdirSync(home);
  const port = await freePort();
  // A start in the middle of a test need not wait for the disk.
  const program = redisProgram(command, home, port, password, { appendfsync: 'no' });
  const server = await startTestServer(program, dir);
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
    flush: async () => {
      const client = new Redis(url, {
        maxRetriesPerRequest: 0,
        connectTimeout: 5_000,
        commandTimeout: 10_000,
      });
      try {
        await client.flushall();
      } finally {
        client.disconnect();
      }
    },
  };
}
