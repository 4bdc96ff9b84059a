import type { RedisOptions } from 'ioredis';

const SENTINEL_FORM = 'redis+sentinel://:password@host1:26379,host2:26379/master';
const SENTINEL =
  /^(?<scheme>rediss?)\+sentinel:\/\/(?:(?<user>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?(?<hosts>[^@/?#]+)\/(?<name>[^/?#]+)(?:\?(?<query>[^#]*))?$/;
const HOST = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<host>[\w.-]+))(?::(?<port>\d{1,5}))?$/i;
const SENTINEL_PORT = 26_379;
const PARAMETERS = ['db', 'sentinelUsername', 'sentinelPassword'];

/** Error about an invalid URL of a Redis. The message quotes no part of the URL, which contains a password. */
export class RedisAddressError extends Error {
  override readonly name = 'RedisAddressError';
}

/**
 * Reads the URL of a Redis: `redis[s]://[user][:password]@host:port[/db]` for one server, or
 * `redis[s]+sentinel://[user][:password]@host:port,host:port/master` for its Sentinels. A URL of Sentinels may have
 * the parameters `db`, `sentinelUsername` and `sentinelPassword`. User and password belong to Redis. With `rediss`,
 * all connections use TLS.
 *
 * @returns options for Sentinel, or undefined for the URL of one server, which ioredis parses itself
 * @throws RedisAddressError
 */
export function sentinelOptions(address: string): RedisOptions | undefined {
  if (/^rediss?:\/\//.test(address)) {
    if (!URL.canParse(address)) throw new RedisAddressError('is not a URL');
    return undefined;
  }
  if (!/^rediss?\+sentinel:\/\//.test(address))
    throw new RedisAddressError('must be a URL that begins with redis://, rediss:// or redis+sentinel://');
  const groups = SENTINEL.exec(address)?.groups;
  if (!groups) throw new RedisAddressError(`must have the form ${SENTINEL_FORM}`);
  // Keeps each plus, which URLSearchParams would read as a space.
  const query = new URLSearchParams(groups['query']?.replaceAll('+', '%2B'));
  if ([...query.keys()].some((name) => !PARAMETERS.includes(name)))
    throw new RedisAddressError(`accepts only the parameters ${PARAMETERS.join(', ')}`);
  const tls = groups['scheme'] === 'rediss' && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true };
  return {
    sentinels: (groups['hosts'] ?? '').split(',').map(readHost),
    name: decoded(groups['name']) ?? '',
    role: 'master',
    db: readDatabase(query.get('db') ?? '0'),
    ...nonEmpty({
      username: decoded(groups['user']),
      password: decoded(groups['password']),
      sentinelUsername: query.get('sentinelUsername') ?? undefined,
      sentinelPassword: query.get('sentinelPassword') ?? undefined,
    }),
    ...tls,
  };
}

function readHost(text: string): { host: string; port: number } {
  const { v6, host = v6, port = String(SENTINEL_PORT) } = HOST.exec(text)?.groups ?? {};
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535)
    throw new RedisAddressError('must name the Sentinels as host:port,host:port');
  return { host, port: Number(port) };
}

function readDatabase(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new RedisAddressError('must name the database by its number');
  return Number(text);
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text);
  } catch {
    throw new RedisAddressError('must have user, password and master percent-encoded');
  }
}

const nonEmpty = (values: Record<string, string | undefined>): RedisOptions =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value));
