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
 * SQLSTATE of a server that is starting, stopping, full or unreachable: connection exceptions (08…),
 * shut-down and start-up (57P0x), cancelled by a time-out (57014, 55P03, 25P03), too many connections
 * (53300), a full disk (53100), read-only after a failover (25006), rolled back because of others, such as in
 * a deadlock with a migration (40…). Source: PostgreSQL documentation, appendix A.
 */
const POSTGRES_AWAY = /^(08...|57P0[1235]|57014|55P03|25P03|53100|53300|25006|40...)$/;

/**
 * Names of errors that carry no code. ioredis and AWS SDK: no answer in time. TypeORM releases the connection of a
 * transaction as soon as it is lost, and reports the loss by its next statement.
 */
const NAMES = new Set([
  'MaxRetriesPerRequestError',
  'TimeoutError',
  'QueryRunnerAlreadyReleasedError',
  'QueryRunnerProviderAlreadyReleasedError',
]);

/** Messages of pg and ioredis errors that carry no code. */
const SENTENCES =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Connection is closed|Command timed out|Stream isn't writeable|Reached the max retries|Client has encountered a connection error|Cannot use a pool after|LOADING |READONLY |NOREPLICAS |MASTERDOWN |MISCONF |OOM )/;

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, name } = error as Error & { code?: unknown };
  if (typeof code === 'string' && (CONNECTION_CODES.has(code) || POSTGRES_AWAY.test(code))) return true;
  if (NAMES.has(name) || SENTENCES.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isAway)) return true;
  const { driverError } = error as Error & { driverError?: unknown };
  return isAway(driverError) || isAway(error.cause);
}

/**
 * Maps an error of an unavailable Postgres, Redis or storage to `SERVICE_UNAVAILABLE`: the caller may retry.
 * Returns any other error, such as a bug, unchanged.
 */
export function mapConnectionError(error: unknown): unknown {
  if (error instanceof AppError || !isAway(error)) return error;
  return new AppError('SERVICE_UNAVAILABLE', { params: { [RETRY_AFTER_PARAM]: 2 }, cause: error });
}
