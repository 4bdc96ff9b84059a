import { settingsCheck } from '@secure-preview/service-kit/environment';
import { gatewayEnvironment } from './environment.js';

/** Reports every invalid setting of the gateway. Runs before anything else is started. */
export const checkSettings = settingsCheck(gatewayEnvironment);
