import type { Logger } from '@secure-preview/service-kit';
import { Logger as JobLogger } from 'graphile-worker';
import { AttemptSupersededError } from '../processing/processing-errors.js';

/**
 * Sends the job library's messages to the process's logger. A cancelled or superseded attempt fails its job,
 * but this is not an error: the job stays with the attempt that owns it.
 */
export function jobLogger(logger: Logger): JobLogger {
  return new JobLogger((scope) => (level, message, meta) => {
    const error = meta?.['error'];
    if (error instanceof AttemptSupersededError) {
      logger.info({ jobs: scope.label, reason: error.message }, 'attempt given up');
      return;
    }
    const about = { jobs: scope.label, err: error };
    if (level === 'error') logger.error(about, message);
    else if (level === 'warning') logger.warn(about, message);
    else logger.debug(about, message);
  });
}
