import { redisFromUrl } from '@secure-preview/rpc';
import { faultSentence } from '../errors/fault-sentence.js';
import { redisInfo, redisMemory } from '../metrics/redis-info.js';
import { type Check, clockDiagnosis, type Diagnosis, fault, ok, warning } from './diagnosis.js';

/** Oldest major version: remote calls wait with BLMPOP. */
const OLDEST_VERSION = 7;
/** Share of the allowed memory from which on it is time to act. */
const FULL_SHARE = 0.8;

function told(error: unknown): Diagnosis {
  const sentence = faultSentence(error);
  if (/NOAUTH|WRONGPASS|invalid password/i.test(sentence)) {
    return fault(
      `Redis refuses the password (${sentence})`,
      'Put the password into REDIS_URL: redis://:password@host:6379',
    );
  }
  return fault(
    `Redis cannot be reached (${sentence})`,
    'Start Redis, or correct host and port in REDIS_URL.',
  );
}

/** Redis as the portal needs it: recent, never evicting, persistent, with room and a clock that agrees with ours. */
export function redisCheck(url: string, name = 'redis'): Check {
  return {
    name,
    run: async () => {
      const redis = redisFromUrl(url, {
        retryStrategy: () => null,
        connectTimeout: 5000,
        commandTimeout: 5000,
        connectionName: 'portal-doctor',
      });
      // Told by the call that fails; the last one is what tells why.
      let reason: unknown;
      redis.on('error', (error) => {
        reason = error;
      });
      try {
        await redis.connect();
        const before = Date.now();
        const [seconds = 0, micros = 0] = (await redis.time()).map(Number);
        const clock = clockDiagnosis('Redis', seconds * 1000 + micros / 1000, (before + Date.now()) / 2);
        return [...redisFindings(await redis.info()), clock];
      } catch (error) {
        return told(reason ?? error);
      } finally {
        redis.disconnect();
      }
    },
  };
}

/** The Redis that carries the calls between services, which may be one of its own. */
export function callsRedisCheck(settings: { REDIS_URL: string; RPC_REDIS_URL?: string | undefined }): Check {
  const { REDIS_URL, RPC_REDIS_URL = REDIS_URL } = settings;
  return redisCheck(RPC_REDIS_URL, RPC_REDIS_URL === REDIS_URL ? 'redis' : 'redis (calls)');
}

/** Each Redis of a process that keeps something there, too. */
export function redisChecks(settings: { REDIS_URL: string; RPC_REDIS_URL?: string | undefined }): Check[] {
  const calls = callsRedisCheck(settings);
  const own = redisCheck(settings.REDIS_URL);
  return calls.name === own.name ? [own] : [own, calls];
}

function memoryFindings(fields: ReadonlyMap<string, string>): Diagnosis[] {
  const { used, allowed } = redisMemory(fields);
  if (allowed === 0) {
    return [
      warning(
        'Redis may take all the memory there is (no maxmemory), and be ended by the system for it',
        'Set maxmemory to two thirds of what its machine or container may use.',
      ),
    ];
  }
  if (used / allowed <= FULL_SHARE) return [];
  return [
    warning(
      `Redis has used ${Math.round((used / allowed) * 100)} % of the memory it may use`,
      'Raise its maxmemory: when it is full, nobody gets in.',
    ),
  ];
}

/** What the answer to INFO tells; managed servers, which refuse CONFIG, give it too. */
export function redisFindings(info: string): Diagnosis[] {
  const fields = redisInfo(info);
  const version = fields.get('redis_version') ?? '';
  const policy = fields.get('maxmemory_policy') ?? 'unknown';
  return [
    Number.parseInt(version, 10) >= OLDEST_VERSION
      ? ok(`Redis ${version} answers`)
      : fault(`Redis ${version} is too old`, `Upgrade it to ${OLDEST_VERSION} or newer.`),
    policy === 'noeviction'
      ? ok('nothing is evicted')
      : fault(
          `Redis may throw away sessions and calls to make room (maxmemory-policy ${policy})`,
          'Set maxmemory-policy to noeviction.',
        ),
    fields.get('aof_enabled') === '1'
      ? ok('sessions survive a restart of Redis (append-only file)')
      : warning(
          'sessions may be lost when Redis restarts (no append-only file)',
          'Set appendonly to yes; without it visitors pass the gate again.',
        ),
    ...(fields.get('aof_last_write_status') === 'err' || fields.get('rdb_last_bgsave_status') === 'err'
      ? [
          fault(
            'Redis could not write to its disk',
            'Make room on the disk of Redis; until then it may refuse writes.',
          ),
        ]
      : []),
    ...memoryFindings(fields),
    ...(fields.get('role') === 'slave'
      ? [fault('this Redis is a replica and takes no writes', 'Name the primary in REDIS_URL.')]
      : []),
  ];
}
