import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findRedis, freePort, redisProgram, until } from '@secure-preview/standalone';
import { Redis } from 'ioredis';
import { startTestServer, type TestServer, temporaryDir } from './test-server.js';

export interface RedisMember extends TestServer {
  readonly port: number;
  /** Runs `work` with a connection to this member, whatever its role. */
  ask<T>(work: (client: Redis) => Promise<T>): Promise<T>;
}

/** A master, a replica and three Sentinels that monitor them. */
export interface TestRedisSentinel {
  /** Address that begins with `redis+sentinel://` and includes the passwords. */
  readonly url: string;
  /** Returns the current master of the Sentinels. */
  master(): Promise<RedisMember>;
  /** Resolves once the master's replica has everything that was written so far. */
  replicated(): Promise<void>;
  /** Makes the Sentinels promote the replica while the master is alive; resolves once they agree on it. */
  switchOver(): Promise<void>;
  /** Resolves once the Sentinels name another master than `from`. */
  failedOver(from: RedisMember): Promise<RedisMember>;
  /** Stops all servers and removes their folders. */
  stop(): Promise<void>;
}

const password = 'test';
const sentinelPassword = 'test-sentinel';
const group = 'portal';
/** Milliseconds of silence after which a Sentinel counts a master as down: long enough for a busy machine. */
const DOWN_AFTER_MS = 1500;

async function askPort<T>(port: number, secret: string, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis({
    host: '127.0.0.1',
    port,
    password: secret,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: 5_000,
    commandTimeout: 10_000,
  });
  client.on('error', () => undefined);
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}

async function startMember(
  command: string,
  secret: string,
  settings: Record<string, string>,
  args: string[] = [],
): Promise<RedisMember> {
  const dir = temporaryDir('redis');
  const home = join(dir, 'home');
  mkdirSync(home);
  const port = await freePort();
  const program = redisProgram(command, home, port, secret, settings);
  const server = await startTestServer({ ...program, args: [...program.args, ...args] }, dir);
  return {
    port,
    ask: (work) => askPort(port, secret, work),
    get pid() {
      return server.pid;
    },
    kill9: server.kill9,
    restart: server.restart,
    stop: server.stop,
  };
}

/** Starts real servers for a test file; resolves once each Sentinel knows the others and the replica. */
export async function startTestRedisSentinel(): Promise<TestRedisSentinel> {
  const command = await findRedis((line) => process.stderr.write(`${line}\n`));
  const data = { appendfsync: 'no', masterauth: password, 'repl-diskless-sync-delay': '0' };
  const first = await startMember(command, password, data);
  const second = await startMember(command, password, { ...data, replicaof: `127.0.0.1 ${first.port}` });
  const members = [first, second];
  const watch = () =>
    startMember(
      command,
      sentinelPassword,
      {
        appendonly: 'no',
        'sentinel sentinel-pass': sentinelPassword,
        [`sentinel monitor ${group}`]: `127.0.0.1 ${first.port} 2`,
        [`sentinel auth-pass ${group}`]: password,
        [`sentinel down-after-milliseconds ${group}`]: String(DOWN_AFTER_MS),
        [`sentinel failover-timeout ${group}`]: '5000',
      },
      ['--sentinel'],
    );
  const sentinels = await Promise.all([watch(), watch(), watch()]);

  const facts = (sentinel: RedisMember): Promise<Record<string, string>> =>
    sentinel.ask(async (client) => {
      const flat = (await client.call('SENTINEL', 'MASTER', group)) as string[];
      return Object.fromEntries(
        Array.from({ length: flat.length / 2 }, (_, index) => flat.slice(index * 2, index * 2 + 2)),
      );
    });
  /** Returns the master's port once all Sentinels agree on it. */
  const masterPort = () =>
    until(
      async () => {
        const [port, ...others] = (await Promise.all(sentinels.map(facts))).map((each) => each['port']);
        return others.every((other) => other === port) && port;
      },
      { deadlineMs: 30_000, everyMs: 100, what: 'the Sentinels to agree' },
    );
  const master = async () => {
    const port = Number(await masterPort());
    return members.find((member) => member.port === port) ?? first;
  };
  const failedOver = (from: RedisMember) =>
    until(
      async () => {
        const now = await master();
        return now === from ? undefined : now;
      },
      { deadlineMs: 60_000, everyMs: 100, what: 'a failover' },
    );

  await until(
    async () =>
      (await Promise.all(sentinels.map(facts))).every(
        (known) => known['num-other-sentinels'] === '2' && known['num-slaves'] === '1',
      ),
    { deadlineMs: 30_000, everyMs: 100, what: 'the Sentinels to know each other' },
  );

  return {
    url: `redis+sentinel://:${password}@${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${group}?sentinelPassword=${sentinelPassword}`,
    master,
    failedOver,
    replicated: async () => {
      const now = await master();
      await until(async () => (await now.ask((client) => client.wait(1, 1000))) === 1, {
        // Sentinels wait some seconds before they make a returned master a replica.
        deadlineMs: 60_000,
        everyMs: 100,
        what: 'the replica to have it',
      });
    },
    switchOver: async () => {
      const before = await master();
      const begin = () => sentinels[0].ask((client) => client.call('SENTINEL', 'FAILOVER', group));
      await until(
        async () => {
          if ((await master()) !== before) return true;
          // Rejected until the replica is known to be in sync, and during a failover. Some are aborted.
          await begin().catch(() => undefined);
          return false;
        },
        { deadlineMs: 90_000, everyMs: 500, what: 'the Sentinels to promote the replica' },
      );
    },
    stop: async () => {
      await Promise.all(sentinels.map((sentinel) => sentinel.stop()));
      await Promise.all(members.map((member) => member.stop()));
    },
  };
}
