import { settingsCheck } from '@secure-preview/service-kit/environment';
import { gatewayEnvironment } from './environment.js';

/** Names every setting of the gateway that cannot be used; asked before anything is started. */
export const checkSettings = settingsCheck(gatewayEnvironment);
