import { type DestinationStream, type Logger, pino } from 'pino';
import { currentIds } from '../correlation/origin.js';
import { withoutSignature } from './redact-url.js';

export type { Logger } from 'pino';

const secretNames = [
  'password',
  'currentPassword',
  'newPassword',
  'secret',
  'cookie',
  'authorization',
  'set-cookie',
];

/**
 * Creates the process's logger: JSON lines on standard output with secrets removed.
 *
 * @param options.destination for tests; default: standard output
 */
export function createLogger(options: {
  service: string;
  level: string;
  destination?: DestinationStream;
}): Logger {
  const settings = {
    level: options.level,
    base: { service: options.service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secretNames.flatMap((name) => [
        `["${name}"]`,
        `*["${name}"]`,
        `*.*["${name}"]`,
        `*.headers["${name}"]`,
      ]),
      censor: '[redacted]',
    },
    mixin: currentIds,
    serializers: { err: withoutValues },
    // Runs on the finished line: errors of storage clients quote presigned URLs in several places.
    hooks: { streamWrite: withoutSignature },
  };
  return pino(settings, options.destination ?? standardOutput());
}

/** Bytes buffered before a write. */
const BUFFER_BYTES = 4096;
/** Maximum delay of a write in milliseconds. */
const FLUSH_MS = 200;

/** Buffers lines, because separate writes dominate the cost of logging. They are flushed at exit. */
function standardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS });
}

/** Removes the values in query errors: names, addresses and hashes. */
function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const {
    parameters: _,
    driverError: __,
    query: ___,
    detail: ____,
    ...rest
  } = pino.stdSerializers.err(error);
  return rest;
}
