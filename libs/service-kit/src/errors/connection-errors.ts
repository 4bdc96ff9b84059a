import { AppError, RETRY_AFTER_PARAM } from '@secure-preview/contracts';

/** Node's error codes of connections that could not be opened or were lost. */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * SQLSTATEs of a temporarily unavailable server: connection exceptions (08…), shutdown and startup (57P0x),
 * timeouts (57014, 55P03, 25P03), too many connections (53300), a full disk (53100), read-only after a
 * failover (25006), and rollbacks such as in a deadlock with a migration (40…). Source: PostgreSQL documentation, appendix A.
 */
const POSTGRES_UNAVAILABLE = /^(08...|57P0[1235]|57014|55P03|25P03|53100|53300|25006|40...)$/;

/**
 * Names of errors without a code. ioredis and AWS SDK: timeouts. TypeORM: it releases the lost connection of
 * a transaction, and the next statement fails.
 */
const NAMES = new Set([
  'MaxRetriesPerRequestError',
  'TimeoutError',
  'QueryRunnerAlreadyReleasedError',
  'QueryRunnerProviderAlreadyReleasedError',
]);

/**
 * Codes of Redis, with which the message of a `ReplyError` begins: loading its data, read-only or cut off after a
 * failover, unable to save, out of memory. Source: Redis serialization protocol, "Simple errors".
 */
const REDIS_UNAVAILABLE = /^(LOADING|READONLY|NOREPLICAS|MASTERDOWN|MISCONF|OOM) /;

/** Messages of errors for which pg 8.23, pg-pool 3.14 and ioredis 5.11 have neither code nor class. */
const MESSAGES = new Set([
  // pg/lib/client.js, `_connect`: the server or the client closed the connection, or did not answer in time.
  'Connection terminated',
  'Connection terminated unexpectedly',
  'timeout expired',
  // pg/lib/client.js, `query`: `query_timeout`, and a connection that was lost before.
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  // pg-pool/index.js, `connect` and `newClient`.
  'Cannot use a pool after calling end on the pool',
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  // ioredis/built/utils/index.js, `CONNECTION_CLOSED_ERROR_MSG`.
  'Connection is closed.',
  // ioredis/built/Redis.js, `sendCommand`.
  "Stream isn't writeable and enableOfflineQueue options is false",
  // ioredis/built/Command.js, `setTimeout`: `commandTimeout`.
  'Command timed out',
]);

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, name } = error as Error & { code?: unknown };
  if (typeof code === 'string' && (CONNECTION_CODES.has(code) || POSTGRES_UNAVAILABLE.test(code)))
    return true;
  if (NAMES.has(name) || MESSAGES.has(error.message)) return true;
  if (name === 'ReplyError' && REDIS_UNAVAILABLE.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true;
  const { driverError } = error as Error & { driverError?: unknown };
  return isUnavailable(driverError) || isUnavailable(error.cause);
}

/**
 * Maps an error of an unavailable Postgres, Redis or storage to `SERVICE_UNAVAILABLE`: the caller may retry.
 * Returns any other error, such as a bug, unchanged.
 */
export function mapConnectionError(error: unknown): unknown {
  if (error instanceof AppError || !isUnavailable(error)) return error;
  return new AppError('SERVICE_UNAVAILABLE', { params: { [RETRY_AFTER_PARAM]: 2 }, cause: error });
}
