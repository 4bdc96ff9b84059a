import { UsageError } from '@secure-preview/operations';
import { command, exitCode, withErrorPrefix } from '@secure-preview/service-kit';
import { describeVerification } from '../verification/describe.js';
import { isLeft } from '../verification/finding.js';
import { StorageVerification } from '../verification/storage-verification.js';
import { VerificationRepository } from '../verification/verification.repository.js';
import { objectStore, toOperatorError, withDatabase } from './with-media.js';

export const verifyStorage = command({
  summary: 'Compare object storage with the database, and repair differences',
  usage: `Usage: portal verify-storage [--repair [--accept-loss]]

             list objects unknown to the database, and trailers with missing objects
  --repair   delete unknown objects that are at least an hour old. Play the other renditions of a trailer with missing
             objects, or process its upload again. If neither is possible, mark it as failed. A later --repair removes
             the mark if the objects are in storage again. Repairs nothing if the bucket contains none of the portal's
             objects
  --accept-loss
             repair even if the bucket contains none of the portal's objects, because they are lost

Exit code: 1 if a problem remains.`,
  options: {
    repair: { type: 'boolean', default: false },
    'accept-loss': { type: 'boolean', default: false },
  },
  run: ({ repair, 'accept-loss': acceptLoss }) => {
    if (acceptLoss && !repair) throw new UsageError('--accept-loss requires --repair.');
    return withErrorPrefix('Storage was not verified', () =>
      withDatabase(async (dataSource) => {
        const repository = new VerificationRepository(dataSource);
        const verification = await new StorageVerification(objectStore(), repository)
          .run({ repair, acceptLoss })
          .catch((error: unknown) => Promise.reject(toOperatorError(error)));
        process.stdout.write(`${describeVerification(verification).join('\n')}\n`);
        return verification.findings.some(isLeft) ? exitCode.failed : exitCode.done;
      }),
    );
  },
});
