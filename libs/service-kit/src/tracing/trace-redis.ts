import type { redisFromUrl } from '@secure-preview/rpc';
import { inChildSpan, isTracing } from './spans.js';

type Redis = ReturnType<typeof redisFromUrl>;
type Command = (this: unknown, ...args: unknown[]) => unknown;

/** Commands that do not return exactly one reply. */
const UNTRACED = new Set(['multi', 'subscribe', 'psubscribe', 'ssubscribe', 'monitor', 'quit']);

/**
 * Creates a span for each command and script of a connection if tracing is on. Creates it where the command
 * is called, because the connection may batch commands of several requests. Omits keys, which contain
 * session ids.
 */
export function traceRedis(redis: Redis): Redis {
  if (!isTracing()) return redis;
  const commands = redis as unknown as Record<string, Command | undefined>;
  const trace = (name: string, operation: string) => {
    const command = commands[name];
    if (command === undefined || UNTRACED.has(name)) return;
    commands[name] = function (...args) {
      // Pipelines take over the scripts of their connection.
      if (this !== redis) return command.apply(this, args);
      return inChildSpan(
        `redis ${operation}`,
        () => ({ 'db.system.name': 'redis', 'db.operation.name': operation }),
        () => command.apply(redis, args) as Promise<unknown>,
      );
    };
  };
  for (const name of redis.getBuiltinCommands()) trace(name, name.toUpperCase());
  const define = redis.defineCommand.bind(redis);
  redis.defineCommand = (name, definition) => {
    define(name, definition);
    trace(name, 'EVALSHA');
  };
  return redis;
}
