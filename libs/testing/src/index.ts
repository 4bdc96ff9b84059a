export { type UntilOptions, until } from '@secure-preview/dev';
export { startTestObjectStore, type TestObjectStore } from './servers/object-store.js';
export { startTestPostgres, type TestDatabase, type TestPostgres } from './servers/postgres.js';
export { findChromium, findFfmpeg } from './servers/programs.js';
export { startTestRedis, type TestRedis } from './servers/redis.js';
export type { TestServer } from './servers/test-server.js';
