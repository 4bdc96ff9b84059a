import { UsageError } from '@secure-preview/operations';
import { command, exitCode, withErrorPrefix } from '@secure-preview/service-kit';
import { describeVerification } from '../verification/describe.js';
import { isLeft } from '../verification/finding.js';
import { StorageVerification } from '../verification/storage-verification.js';
import { VerificationRepository } from '../verification/verification.repository.js';
import { objectStore, toOperatorError, withDatabase } from './with-media.js';

export const verifyStorage = command({
  summary: 'Compare object storage with the database, and repair differences',
  usage: `Usage: portal verify-storage [--repair [--all-is-lost]]

             list objects that nobody knows, and trailers of which parts are lost
  --repair   delete those objects once they are an hour old; play what is left of such a trailer, or process it again
             from its upload, or else mark it as failed, which a later --repair takes back should its parts be there
             again; nothing is repaired when the bucket holds none of the portal's objects
  --all-is-lost
             repair all the same: the bucket is the right one, and what it held is gone

Exit code 1 when they differ, or when something could not be repaired.`,
  options: {
    repair: { type: 'boolean', default: false },
    'all-is-lost': { type: 'boolean', default: false },
  },
  run: ({ repair, 'all-is-lost': allIsLost }) => {
    if (allIsLost && !repair) throw new UsageError('--all-is-lost requires --repair.');
    return withErrorPrefix('Storage was not verified', () =>
      withDatabase(async (dataSource) => {
        const rows = new VerificationRepository(dataSource);
        const verification = await new StorageVerification(objectStore(), rows)
          .run({ repair, allIsLost })
          .catch((error: unknown) => Promise.reject(toOperatorError(error)));
        process.stdout.write(`${describeVerification(verification).join('\n')}\n`);
        return verification.findings.some(isLeft) ? exitCode.failed : exitCode.done;
      }),
    );
  },
});
