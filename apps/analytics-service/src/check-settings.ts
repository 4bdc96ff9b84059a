import { migrateEnvironment, settingsCheck } from '@secure-preview/service-kit/environment';
import { analyticsEnvironment } from './environment.js';

/** Returns every invalid setting of the service and its migrations. Runs before any process starts. */
export const checkSettings = settingsCheck(migrateEnvironment.partial().extend(analyticsEnvironment.shape));
