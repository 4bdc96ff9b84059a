import { callsEnvironment, env, processEnvironment } from '@secure-preview/service-kit/environment';
import * as z from 'zod';

/** Settings of analytics-service; `.env.example` gives units and defaults. */
export const analyticsEnvironment = z.object({
  ...processEnvironment,
  ...callsEnvironment,
  DATABASE_URL: env.postgresUrl,
  RPC_REDIS_URL: env.redisUrl,
});

export type AnalyticsEnvironment = z.output<typeof analyticsEnvironment>;
