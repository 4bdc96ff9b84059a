export * from './database-roles.js';
export { entityFindings } from './entity-findings.js';
export { MIGRATIONS_TABLE } from './listed-migrations.js';
export { measuredPool } from './measured-postgres.js';
export * from './migrate-command.js';
export * from './postgres-options.js';
export * from './query.js';
export * from './run-migrations.js';
export * from './schema-version.js';
