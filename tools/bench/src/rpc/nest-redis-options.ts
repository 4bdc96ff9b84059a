import type { RedisOptions } from '@nestjs/microservices';

/** Nest's built-in transport takes host and port where ours takes an address. */
export function nestRedisOptions(redisUrl: string): NonNullable<RedisOptions['options']> {
  const { hostname, port, password } = new URL(redisUrl);
  return { host: hostname, port: Number(port), ...(password && { password: decodeURIComponent(password) }) };
}
