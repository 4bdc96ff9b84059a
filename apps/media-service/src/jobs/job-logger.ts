import type { Logger } from '@secure-preview/service-kit';
import { Logger as JobLogger } from 'graphile-worker';

/** Sends what the job library says to the process's logger. */
export function jobLogger(logger: Logger): JobLogger {
  return new JobLogger((scope) => (level, message, meta) => {
    const about = { jobs: scope.label, err: meta?.['error'] };
    if (level === 'error') logger.error(about, message);
    else if (level === 'warning') logger.warn(about, message);
    else logger.debug(about, message);
  });
}
