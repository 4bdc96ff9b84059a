import type { ServiceCommands } from '@secure-preview/service-kit';
import { backupMedia, restoreMedia, storeBackupTime } from './data-commands.js';
import { doctor } from './doctor.js';
import { identifyCopy } from './identify-copy.js';
import { activateTrailer, listTrailers, markTrailer, requeueJobs } from './trailer-commands.js';
import { verifyStorage } from './verify-storage.js';

/** The commands of this service, by name. */
export const commands = {
  'list-trailers': listTrailers,
  'activate-trailer': activateTrailer,
  'mark-trailer': markTrailer,
  'requeue-jobs': requeueJobs,
  'verify-storage': verifyStorage,
  doctor,
  'backup-data': backupMedia,
  'restore-data': restoreMedia,
  'record-backup': storeBackupTime,
  'identify-copy': identifyCopy,
} satisfies ServiceCommands<'media-service'>;
