export { findChromium } from './chromium/find-chromium.js';
export { hasApt } from './debian/apt.js';
export { unpackedPackages } from './debian/unpack.js';
export { wrapperPath } from './debian/wrapper.js';
export { findFirefox } from './firefox/find-firefox.js';
export { type Ffmpeg, findFfmpeg, writeFfmpegWrappers } from './media/find-ffmpeg.js';
export { findNginx } from './nginx/find-nginx.js';
export { postgresBinaries } from './postgres/binaries.js';
export { createDatabase, createRoles, OWNER, selectRows, withClient } from './postgres/bootstrap.js';
export { initialise, superuser } from './postgres/cluster.js';
export { embeddedPostgres, postgresProgram, postgresUrl } from './postgres/postgres.js';
export {
  type DatabaseAccess,
  type DatabaseRole,
  databaseRoles,
  passwordName,
  roleName,
  roleVariables,
  urlsOf,
} from './postgres/roles.js';
export { serverUser } from './postgres/server-user.js';
export { type Exporters, findExporters } from './prometheus/find-exporters.js';
export { findPrometheusTools, type PrometheusTools } from './prometheus/find-prometheus-tools.js';
export { findRedis } from './redis/find-redis.js';
export { embeddedRedis, type RedisPurpose, redisProgram, redisUrl } from './redis/redis.js';
export { cacheDir } from './system/cache-dir.js';
export { type Log, onPath } from './system/command.js';
export { freePort, isPortFree, persistentPort } from './system/free-port.js';
export { type Lock, lockHolder, tryLock, withLock } from './system/lock.js';
export { makeFolder } from './system/make-folder.js';
export { canEnter, createUser, findUser, type OsUser, runsAs } from './system/os-user.js';
export { endProcess, identify, isRunning, type ProcessIdentity, signal } from './system/process-identity.js';
export { type Output, type Program, type RunningProgram, run } from './system/program.js';
export { configuredSecret, persistentSecret, randomName } from './system/secrets.js';
export { sharedCopy } from './system/shared-dir.js';
export { type UntilOptions, until } from './system/until.js';
export { findWebKitDriver, type WebKitDriver } from './webkit/find-webkit-driver.js';
