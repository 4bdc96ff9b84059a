import type { Logger } from '@secure-preview/service-kit';
import { Logger as JobLogger } from 'graphile-worker';
import { AttemptSupersededError } from '../processing/processing-errors.js';

/**
 * Sends the messages of the job library to the logger. A cancelled or superseded attempt fails its job. Logs this at
 * level `info`, because it is not an error.
 */
export function jobLogger(logger: Logger): JobLogger {
  return new JobLogger((scope) => (level, message, meta) => {
    const error = meta?.['error'];
    if (error instanceof AttemptSupersededError) {
      logger.info({ jobs: scope.label, reason: error.message }, 'attempt given up');
      return;
    }
    const fields = { jobs: scope.label, err: error };
    if (level === 'error') logger.error(fields, message);
    else if (level === 'warning') logger.warn(fields, message);
    else logger.debug(fields, message);
  });
}
