import { type DestinationStream, type Logger, pino } from 'pino';
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
    // On the finished line, since errors of storage clients quote signed addresses in several places.
    hooks: { streamWrite: withoutSignature },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}
