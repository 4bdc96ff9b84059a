import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@secure-preview/contracts';
import { startTestRedisSentinel, type TestRedisSentinel, until } from '@secure-preview/testing';
import { createRpcClient } from './client/create-rpc-client.js';
import { RpcListClient } from './client/rpc-list-client.js';
import { probeRpc } from './testing/probe.contract.js';
import { Replica } from './testing/replica.js';
import { serviceKeys } from './wire/keys.js';
import { ALIVE_MS } from './wire/scripts.js';

/** Discards log lines: masters are replaced on purpose here. */
const logger = { error: () => undefined, warn: () => undefined, info: () => undefined };

describe('when the Sentinels name another master', () => {
  let redis: TestRedisSentinel;
  let transport: RpcListClient;
  let replica: Replica;
  const client = () => createRpcClient(probeRpc, transport);
  /** Returns for how many milliseconds callers find the replica unless it announces itself again. */
  const announcedFor = async () =>
    (await redis.master()).withConnection(async (connection) => {
      const [, validUntil = '0'] = await connection.zrange(serviceKeys('probe').alive, 0, -1, 'WITHSCORES');
      const [seconds, microseconds] = await connection.time();
      return Number(validUntil) - Number(seconds) * 1000 - Number(microseconds) / 1000;
    });
  /**
   * Waits for an answer, and for a new announcement. The first answers may rely on the announcement before the failover,
   * which can end before the replica has opened all its connections and announces itself again.
   */
  const waitForService = async () => {
    await until(async () => (await client().echo({ text: 'again' })).text === 'again', {
      deadlineMs: 30_000,
    });
    await until(async () => (await announcedFor()) > ALIVE_MS / 2, {
      deadlineMs: 30_000,
      what: 'a new announcement',
    });
  };
  /** Expects an answer to every call, both concurrent and consecutive. */
  const allAnswered = async () => {
    const texts = Array.from({ length: 50 }, (_, index) => String(index));
    const answers = await Promise.all(texts.map((text) => client().echo({ text })));
    expect(answers.map(({ text }) => text)).toEqual(texts);
    for (const text of texts) expect(await client().echo({ text })).toMatchObject({ text });
  };

  beforeAll(async () => {
    redis = await startTestRedisSentinel();
    transport = new RpcListClient({ url: redis.url, logger });
    const store = await redis.master();
    const storeUrl = `redis://:test@127.0.0.1:${store.port}`;
    [replica] = await Promise.all([Replica.start({ url: redis.url, storeUrl }), transport.connect()]);
  });
  afterAll(async () => {
    await transport?.close();
    await replica?.kill9();
    await redis?.stop();
  });

  it('ends calls with an error or an answer while a killed master is replaced, and answers later calls', async () => {
    await allAnswered();
    const old = await redis.master();
    const outcomes: unknown[] = [];
    let calling = true;
    const callers = Array.from({ length: 5 }, async () => {
      while (calling) {
        const outcome = await client()
          .sleep({ ms: 20 })
          .catch((error: unknown) => error);
        outcomes.push(outcome instanceof AppError ? outcome.code : outcome);
        if (outcome instanceof AppError) await delay(20);
      }
    });
    await until(() => outcomes.length > 20);
    await old.kill9();
    await redis.waitForFailover(old);
    await waitForService();
    calling = false;
    await Promise.all(callers);
    expect(outcomes).toContain('SERVICE_UNAVAILABLE');
    for (const outcome of new Set(outcomes.filter((outcome) => typeof outcome === 'string')))
      expect(outcome).toMatch(/^(SERVICE_UNAVAILABLE|DEADLINE_EXCEEDED)$/);
    expect(outcomes.filter((outcome) => outcome instanceof Error)).toEqual([]);
    await allAnswered();
    await old.restart();
    await redis.waitForReplication();
    await allAnswered();
  });

  it('drops the connections to an old master that hangs', async () => {
    const old = await redis.master();
    process.kill(old.pid, 'SIGSTOP');
    try {
      await redis.waitForFailover(old);
      await waitForService();
      await allAnswered();
    } finally {
      process.kill(old.pid, 'SIGCONT');
    }
    await redis.waitForReplication();
    await allAnswered();
  });

  it('moves every connection from an old master that still runs to the new one', async () => {
    const old = await redis.master();
    await redis.switchOver();
    const clientsOfOldMaster = async () =>
      String(await old.withConnection((connection) => connection.client('LIST')));
    await until(async () => !(await clientsOfOldMaster()).includes('name=rpc-'), {
      deadlineMs: 30_000,
      what: 'the old master to lose its connections',
    });
    await waitForService();
    await allAnswered();
    const now = await redis.master();
    const connections = String(await now.withConnection((connection) => connection.client('LIST')));
    for (const name of [
      'rpc-client-commands',
      'rpc-client-replies',
      'rpc-probe-commands',
      'rpc-probe-reader',
    ])
      expect(connections).toContain(`name=${name} `);
  });
});
