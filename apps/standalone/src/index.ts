export { type ObjectStore, startObjectStore } from '@secure-preview/object-store';
export { findChromium } from './chromium/find-chromium.js';
export { hasApt } from './debian/apt.js';
export { unpackedPackages } from './debian/unpack.js';
export { wrapperPath, writeWrapper } from './debian/wrapper.js';
export { findFirefox } from './firefox/find-firefox.js';
export { type Ffmpeg, findFfmpeg } from './media/find-ffmpeg.js';
export { deployedNginxConfiguration } from './nginx/deployed-configuration.js';
export { findNginx } from './nginx/find-nginx.js';
export { postgresBinaries } from './postgres/binaries.js';
export { createDatabase, createRoles, OWNER, selectRows, withClient } from './postgres/bootstrap.js';
export { clusterHome, initialise, superuser } from './postgres/cluster.js';
export { embeddedPostgres, postgresProgram, postgresUrl } from './postgres/postgres.js';
export { type DatabaseRole, databaseRoles, roleName, roleVariables, urlsOf } from './postgres/roles.js';
export { serverUser } from './postgres/server-user.js';
export { type Exporters, findExporters } from './prometheus/find-exporters.js';
export { findPrometheusTools, type PrometheusTools } from './prometheus/find-prometheus-tools.js';
export { findRedis } from './redis/find-redis.js';
export { embeddedRedis, redisProgram, redisUrl } from './redis/redis.js';
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
export { cacheDir } from './system/cache-dir.js';
export { onPath } from './system/command.js';
export { freePort } from './system/free-port.js';
export { withLock } from './system/lock.js';
export { canEnter } from './system/os-user.js';
export { type Program, type RunningProgram, run } from './system/program.js';
export { randomName } from './system/secrets.js';
export { type UntilOptions, until } from './system/until.js';
export { type Administrator, signIn } from './trailer/administrator.js';
export { makeVideo } from './trailer/make-video.js';
export { publishTrailer } from './trailer/publish-trailer.js';
export { findWebKitDriver, type WebKitDriver } from './webkit/find-webkit-driver.js';
