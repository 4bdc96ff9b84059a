import { routes } from '@secure-preview/contracts';
import { DRAIN_DEADLINE_MS, internalPaths, migrateEnvironment } from '@secure-preview/service-kit';
import type * as z from 'zod';
import { analyticsEnvironment } from '../../../../apps/analytics-service/src/environment.js';
import { authEnvironment } from '../../../../apps/auth-service/src/environment.js';
import { gatewayEnvironment } from '../../../../apps/gateway/src/environment.js';
import { mediaEnvironment, workerEnvironment } from '../../../../apps/media-service/src/environment.js';

/** What the portal's programs are, as their own code says. */
export interface Process {
  readonly environment: z.ZodObject;
  /** Where probes ask, and the variable that holds the port; none for a program that ends by itself. */
  readonly health?: { live: string; ready: string; portVariable: string };
}

const internal = { live: internalPaths.live, ready: internalPaths.ready, portVariable: 'INTERNAL_PORT' };

/** By the name of their workload. */
export const processes: Readonly<Record<string, Process>> = {
  gateway: {
    environment: gatewayEnvironment,
    health: { live: routes.portal.live.path, ready: routes.portal.ready.path, portVariable: 'PORT' },
  },
  'auth-service': { environment: authEnvironment, health: internal },
  'analytics-service': { environment: analyticsEnvironment, health: internal },
  'media-service': { environment: mediaEnvironment, health: internal },
  'media-worker': { environment: workerEnvironment, health: internal },
  migrate: { environment: migrateEnvironment },
  // Commands of every service.
  portal: {
    environment: gatewayEnvironment.extend({
      ...analyticsEnvironment.shape,
      ...authEnvironment.shape,
      ...mediaEnvironment.shape,
      ...migrateEnvironment.shape,
    }),
  },
};

export const metricsPath = internalPaths.metrics;
/** Seconds that a process may take to end. */
export const drainSeconds = DRAIN_DEADLINE_MS / 1000;
