import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findRedis, freePort, redisProgram, until } from '@secure-preview/embedded';
import { Redis } from 'ioredis';
import { startTestServer, type TestServer, temporaryDir } from './test-server.js';

export interface RedisMember extends TestServer {
  readonly port: number;
  /** Runs `work` with a connection to this member. */
  withConnection<T>(work: (client: Redis) => Promise<T>): Promise<T>;
}

/** A master, a replica and three Sentinels that monitor them. */
export interface TestRedisSentinel {
  /** URL that begins with `redis+sentinel://` and includes the passwords. */
  readonly url: string;
  /** Returns the current master of the Sentinels. */
  master(): Promise<RedisMember>;
  /** Resolves once the replica has received all previous writes. */
  waitForReplication(): Promise<void>;
  /** Makes the Sentinels promote the replica while the master is alive; resolves once they agree on the new one. */
  switchOver(): Promise<void>;
  /** Resolves with the new master once the Sentinels agree on a master other than `from`. */
  waitForFailover(from: RedisMember): Promise<RedisMember>;
  /** Stops all servers and removes their folders. */
  stop(): Promise<void>;
}

const password = 'test';
const sentinelPassword = 'test-sentinel';
const group = 'portal';
/** Milliseconds without a reply after which a Sentinel considers a master down; long enough for a busy host. */
const DOWN_AFTER_MS = 1500;

async function withPort<T>(port: number, secret: string, work: (client: Redis) => Promise<T>): Promise<T> {
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
    withConnection: (work) => withPort(port, secret, work),
    get pid() {
      return server.pid;
    },
    kill9: server.kill9,
    restart: server.restart,
    stop: server.stop,
  };
}

/** Starts real servers for a test file. Resolves once each Sentinel has found the others and the replica. */
export async function startTestRedisSentinel(): Promise<TestRedisSentinel> {
  const command = await findRedis((line) => process.stderr.write(`${line}\n`));
  const data = { appendfsync: 'no', masterauth: password, 'repl-diskless-sync-delay': '0' };
  const first = await startMember(command, password, data);
  const second = await startMember(command, password, { ...data, replicaof: `127.0.0.1 ${first.port}` });
  const members = [first, second];
  const startSentinel = () =>
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
  const sentinels = await Promise.all([startSentinel(), startSentinel(), startSentinel()]);

  const masterInfo = (sentinel: RedisMember): Promise<Record<string, string>> =>
    sentinel.withConnection(async (client) => {
      const flat = (await client.call('SENTINEL', 'MASTER', group)) as string[];
      return Object.fromEntries(
        Array.from({ length: flat.length / 2 }, (_, index) => flat.slice(index * 2, index * 2 + 2)),
      );
    });
  /** Returns the master's port once all Sentinels agree on it. */
  const masterPort = () =>
    until(
      async () => {
        const [port, ...others] = (await Promise.all(sentinels.map(masterInfo))).map((info) => info['port']);
        return others.every((other) => other === port) && port;
      },
      { deadlineMs: 30_000, everyMs: 100, what: 'the Sentinels to agree' },
    );
  const master = async () => {
    const port = Number(await masterPort());
    return members.find((member) => member.port === port) ?? first;
  };
  const waitForFailover = (from: RedisMember) =>
    until(
      async () => {
        const current = await master();
        return current === from ? undefined : current;
      },
      { deadlineMs: 60_000, everyMs: 100, what: 'a failover' },
    );

  await until(
    async () =>
      (await Promise.all(sentinels.map(masterInfo))).every(
        (known) => known['num-other-sentinels'] === '2' && known['num-slaves'] === '1',
      ),
    { deadlineMs: 30_000, everyMs: 100, what: 'the Sentinels to find each other' },
  );

  return {
    url: `redis+sentinel://:${password}@${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${group}?sentinelPassword=${sentinelPassword}`,
    master,
    waitForFailover,
    waitForReplication: async () => {
      const current = await master();
      await until(async () => (await current.withConnection((client) => client.wait(1, 1000))) === 1, {
        // Sentinels wait some seconds before they turn a restarted master into a replica.
        deadlineMs: 60_000,
        everyMs: 100,
        what: 'the replica to receive all writes',
      });
    },
    switchOver: async () => {
      const before = await master();
      const startFailover = () =>
        sentinels[0].withConnection((client) => client.call('SENTINEL', 'FAILOVER', group));
      await until(
        async () => {
          if ((await master()) !== before) return true;
          // Retries: Sentinels reject the command until the replica is in sync, and some failovers are aborted.
          await startFailover().catch(() => undefined);
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
