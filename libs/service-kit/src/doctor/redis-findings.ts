import { redisMemory } from '../metrics/redis-info.js';
import { type Diagnosis, ok, problem, warning } from './diagnosis.js';

/** Oldest supported major version: remote calls use BLMPOP. */
const OLDEST_VERSION = 7;
/** Share of the allowed memory above which to warn. */
const FULL_SHARE = 0.8;

/** Kind of data in a Redis. Sessions should survive a restart of Redis. Calls must never be written to disk. */
export type RedisPurpose = 'sessions' | 'calls';

const variables = { sessions: 'REDIS_URL', calls: 'RPC_REDIS_URL' } as const;

function memoryFindings(fields: ReadonlyMap<string, string>): Diagnosis[] {
  const { used, allowed } = redisMemory(fields);
  if (allowed === 0) {
    return [
      warning(
        'Redis may use all memory (no maxmemory), and the system may then kill it',
        'Set maxmemory to two thirds of the memory of its host or container.',
      ),
    ];
  }
  if (used / allowed <= FULL_SHARE) return [];
  return [
    warning(
      `Redis has used ${Math.round((used / allowed) * 100)} % of its allowed memory`,
      'Raise its maxmemory: when it is full, no visitor can enter.',
    ),
  ];
}

function sessionsOnDisk(fields: ReadonlyMap<string, string>): Diagnosis {
  return fields.get('aof_enabled') === '1'
    ? ok('sessions survive a restart of Redis (append-only file)')
    : warning(
        'sessions may be lost when Redis restarts (no append-only file)',
        'Set appendonly to yes. Otherwise visitors must pass the gate again.',
      );
}

/** @param snapshots the server's setting `save`; undefined when it rejects CONFIG */
function callsOnDisk(fields: ReadonlyMap<string, string>, snapshots: string | undefined): Diagnosis {
  return fields.get('aof_enabled') === '1' || snapshots
    ? warning(
        'Redis writes calls to disk, including passwords',
        'Set appendonly to no and save to "", and delete its existing files.',
      )
    : ok(
        snapshots === undefined
          ? 'calls are not in an append-only file; the snapshot setting cannot be read'
          : 'calls are not written to disk',
      );
}

/** Evaluates the reply to INFO, which managed servers send even if they reject CONFIG. */
export function redisFindings(
  fields: ReadonlyMap<string, string>,
  purpose: RedisPurpose,
  snapshots?: string,
): Diagnosis[] {
  const version = fields.get('redis_version') ?? '';
  const policy = fields.get('maxmemory_policy') ?? 'unknown';
  return [
    Number.parseInt(version, 10) >= OLDEST_VERSION
      ? ok(`Redis ${version} responds`)
      : problem(`Redis ${version} is too old`, `Upgrade it to ${OLDEST_VERSION} or newer.`),
    policy === 'noeviction'
      ? ok('nothing is evicted')
      : problem(
          `Redis may evict ${purpose} (maxmemory-policy ${policy})`,
          'Set maxmemory-policy to noeviction.',
        ),
    purpose === 'sessions' ? sessionsOnDisk(fields) : callsOnDisk(fields, snapshots),
    ...(fields.get('aof_last_write_status') === 'err' || fields.get('rdb_last_bgsave_status') === 'err'
      ? [
          problem(
            'Redis could not write to its disk',
            'Free space on the disk of Redis. Until then it may reject writes.',
          ),
        ]
      : []),
    ...memoryFindings(fields),
    ...(fields.get('role') === 'slave'
      ? [problem('this Redis is a replica and rejects writes', `Set ${variables[purpose]} to the primary.`)]
      : []),
  ];
}
