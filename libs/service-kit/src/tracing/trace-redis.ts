import type { redisFromUrl } from '@secure-preview/rpc';
import { inChildSpan, isTracing } from './spans.js';

type Redis = ReturnType<typeof redisFromUrl>;
type Command = (...args: unknown[]) => unknown;

/** Commands that answer with something else than one reply. */
const OTHERS = new Set(['multi', 'subscribe', 'psubscribe', 'ssubscribe', 'monitor', 'quit']);

/**
 * Gives each command of a connection a span, where tracing is on. Where the command is asked for is the only place that
 * knows for whom: it may be sent together with those of other requests. Keys are left out, since they hold session ids.
 */
export function traceRedis(redis: Redis): Redis {
  if (!isTracing()) return redis;
  const commands = redis as unknown as Record<string, Command | undefined>;
  for (const name of redis.getBuiltinCommands()) {
    const command = commands[name];
    if (command === undefined || OTHERS.has(name)) continue;
    const operation = name.toUpperCase();
    commands[name] = (...args) =>
      inChildSpan(
        `redis ${operation}`,
        () => ({ 'db.system.name': 'redis', 'db.operation.name': operation }),
        () => command.apply(redis, args) as Promise<unknown>,
      );
  }
  return redis;
}
