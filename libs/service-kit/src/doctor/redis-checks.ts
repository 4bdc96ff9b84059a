import { redisFromUrl } from '@secure-preview/rpc';
import { formatError } from '../errors/format-error.js';
import { redisInfo } from '../metrics/redis-info.js';
import { type Check, clockDiagnosis, type Diagnosis, problem } from './diagnosis.js';
import { redisFindings } from './redis-findings.js';

type Redis = ReturnType<typeof redisFromUrl>;

function diagnose(error: unknown, variable: string): Diagnosis {
  const sentence = formatError(error);
  if (/NOAUTH|WRONGPASS|invalid password/i.test(sentence)) {
    return problem(
      `Redis rejects the password (${sentence})`,
      `Add the password to ${variable}: redis://:password@host:6379`,
    );
  }
  return problem(
    `Redis cannot be reached (${sentence})`,
    `Start Redis, or correct host and port in ${variable}.`,
  );
}

/** Connects, runs `examine` and disconnects. Turns a failure into a diagnosis. */
async function withRedis(
  url: string,
  variable: string,
  examine: (redis: Redis) => Promise<Diagnosis[]>,
): Promise<Diagnosis[]> {
  const redis = redisFromUrl(url, {
    retryStrategy: () => null,
    connectTimeout: 5000,
    commandTimeout: 5000,
    connectionName: 'portal-doctor',
  });
  // A failing call throws without the reason, which is in the last error event.
  let reason: unknown;
  redis.on('error', (error) => {
    reason = error;
  });
  try {
    await redis.connect();
    return await examine(redis);
  } catch (error) {
    return [diagnose(reason ?? error, variable)];
  } finally {
    redis.disconnect();
  }
}

async function clockOf(redis: Redis): Promise<Diagnosis> {
  const before = Date.now();
  const [seconds = 0, micros = 0] = (await redis.time()).map(Number);
  return clockDiagnosis('Redis', seconds * 1000 + micros / 1000, (before + Date.now()) / 2);
}

const infoOf = async (redis: Redis) => redisInfo(await redis.info());

/** Returns the server's setting for snapshots; undefined when it rejects CONFIG. */
async function snapshotsOf(redis: Redis): Promise<string | undefined> {
  const reply = (await redis.config('GET', 'save').catch(() => undefined)) as string[] | undefined;
  return reply?.[1];
}

/** Checks the Redis of sessions and counters: version, no eviction, persistence, memory, clock. */
export function sessionsRedisCheck({ REDIS_URL }: { REDIS_URL: string }): Check {
  return {
    name: 'redis',
    run: () =>
      withRedis(REDIS_URL, 'REDIS_URL', async (redis) => [
        ...redisFindings(await infoOf(redis), 'sessions'),
        await clockOf(redis),
      ]),
  };
}

/** Checks the Redis for calls: a separate server that writes nothing to disk. */
export function callsRedisCheck(settings: { RPC_REDIS_URL: string; REDIS_URL?: string }): Check {
  const { RPC_REDIS_URL, REDIS_URL } = settings;
  return {
    name: 'redis (calls)',
    run: () =>
      withRedis(RPC_REDIS_URL, 'RPC_REDIS_URL', async (redis) => {
        const info = await infoOf(redis);
        return [
          ...redisFindings(info, 'calls', await snapshotsOf(redis)),
          ...(await sharedWith(REDIS_URL, info.get('run_id'))),
          await clockOf(redis),
        ];
      }),
  };
}

/** Returns an error when the same server stores sessions, even under another URL. */
async function sharedWith(sessionsUrl: string | undefined, runId: string | undefined): Promise<Diagnosis[]> {
  if (sessionsUrl === undefined) return [];
  let isShared = false;
  // Another check reports an unreachable server.
  await withRedis(sessionsUrl, 'REDIS_URL', async (redis) => {
    isShared = (await infoOf(redis)).get('run_id') === runId;
    return [];
  });
  if (!isShared) return [];
  return [
    problem(
      'calls and sessions share one Redis, which writes entered passwords to disk',
      'Set RPC_REDIS_URL to a separate server without persistence.',
    ),
  ];
}
