import { migrateEnvironment, settingsCheck } from '@secure-preview/service-kit/environment';
import { authEnvironment } from './environment.js';

/** Names every setting of the service and its migrations that cannot be used; asked before anything is started. */
export const checkSettings = settingsCheck(migrateEnvironment.partial().extend(authEnvironment.shape));
