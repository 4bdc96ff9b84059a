import * as z from 'zod';
import { env } from './variables.js';

/** Settings of a service's `migrate` program, besides the URLs of its database roles. */
export const migrateEnvironment = z.object({
  DATABASE_ADMIN_URL: env.postgresUrl,
  LOG_LEVEL: env.logLevel.default('info'),
});
