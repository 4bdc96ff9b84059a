import type { RedisOptions } from '@nestjs/microservices';

/** Converts an address to the host and port that Nest's built-in transport takes. */
export function nestRedisOptions(redisUrl: string): NonNullable<RedisOptions['options']> {
  const { hostname, port, password } = new URL(redisUrl);
  return { host: hostname, port: Number(port), ...(password && { password: decodeURIComponent(password) }) };
}
