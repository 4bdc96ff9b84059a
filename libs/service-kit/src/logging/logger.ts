import { type DestinationStream, type Logger, pino } from 'pino';
import { presentIds } from '../tracing/origin.js';
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
 * The process's logger: JSON lines on standard output with secrets removed.
 *
 * @param options.destination for tests; standard output unless given
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
    mixin: presentIds,
    serializers: { err: withoutValues },
    // On the finished line, since errors of storage clients quote signed addresses in several places.
    hooks: { streamWrite: withoutSignature },
  };
  return pino(settings, options.destination ?? standardOutput());
}

/** Bytes gathered before they are written, and the longest wait for them in milliseconds. */
const BUFFER_BYTES = 4096;
const FLUSH_MS = 200;

/** A write for each line would cost more than all else about it; what is gathered is written when the process ends. */
function standardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS });
}

/** Errors of queries carry the values that were to be stored, which are names, addresses and hashes. */
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
