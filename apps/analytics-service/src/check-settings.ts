import { migrateEnvironment, settingsCheck } from '@secure-preview/service-kit/environment';
import { analyticsEnvironment, notifierEnvironment } from './environment.js';

/** Returns every invalid setting of the service, the notifier and the migrations. Runs before any process starts. */
export const checkSettings = settingsCheck(
  migrateEnvironment.partial().extend({ ...notifierEnvironment.shape, ...analyticsEnvironment.shape }),
);
