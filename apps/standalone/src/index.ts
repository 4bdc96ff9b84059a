export { deployedNginxConfiguration } from './nginx/deployed-configuration.js';
export { migrateAll } from './supervisor/migrate.js';
export { ProcessManager } from './supervisor/process-manager.js';
export { type RunState, readRunState } from './supervisor/run-state.js';
export {
  type Backing,
  type ServiceName,
  serviceNames,
  serviceProgram,
} from './supervisor/services.js';
export type { Settings } from './supervisor/settings.js';
export { type StartedPortal, type StartPortalOptions, startPortal } from './supervisor/start-portal.js';
export { type Administrator, signIn } from './trailer/administrator.js';
export { makeVideo } from './trailer/make-video.js';
export { publishTrailer } from './trailer/publish-trailer.js';
