export * from './diagnosis.js';
export * from './disk-check.js';
export * from './doctor-command.js';
export * from './postgres-checks.js';
export * from './redis-checks.js';
