import { migrateEnvironment, settingsCheck } from '@secure-preview/service-kit/environment';
import { mediaEnvironment } from './environment.js';

/** Lists every invalid setting of the service and its migrations. Runs before the service starts. */
export const checkSettings = settingsCheck(migrateEnvironment.partial().extend(mediaEnvironment.shape));
