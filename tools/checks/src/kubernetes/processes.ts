import { routes } from '@secure-preview/contracts';
import { DRAIN_DEADLINE_MS, env, internalPaths, migrateEnvironment } from '@secure-preview/service-kit';
import * as z from 'zod';
import { analyticsRoles } from '../../../../apps/analytics-service/src/database/data-source.js';
import { outboxRoles } from '../../../../apps/analytics-service/src/database/outbox/data-source.js';
import {
  analyticsEnvironment,
  notifierEnvironment,
} from '../../../../apps/analytics-service/src/environment.js';
import { authRoles } from '../../../../apps/auth-service/src/database/data-source.js';
import { authEnvironment } from '../../../../apps/auth-service/src/environment.js';
import { gatewayEnvironment } from '../../../../apps/gateway/src/environment.js';
import { mediaRoles } from '../../../../apps/media-service/src/database/data-source.js';
import { mediaEnvironment, workerEnvironment } from '../../../../apps/media-service/src/environment.js';

/** A program of the portal, as its code declares it. */
export interface Process {
  readonly environment: z.ZodObject;
  /** Paths of the probes, and the variable that contains the port. Absent for a program that exits when done. */
  readonly health?: { live: string; ready: string; portVariable: string };
}

const internal = { live: internalPaths.live, ready: internalPaths.ready, portVariable: 'INTERNAL_PORT' };

/** Roles of all processes, for migrations and commands. */
const allRoles = z.object(
  Object.fromEntries(
    [authRoles, analyticsRoles, mediaRoles, outboxRoles]
      .flatMap(({ app, worker, writers = {} }) => [app, worker ?? [], Object.values(writers)].flat())
      .map((name) => [name, env.postgresUrl]),
  ),
);
const allServices = z
  .object({
    ...notifierEnvironment.shape,
    ...analyticsEnvironment.shape,
    ...authEnvironment.shape,
    ...mediaEnvironment.shape,
  })
  .omit({ DATABASE_URL: true });

/** Connection URLs for a backup: the roles of all processes except the worker. */
const { MEDIA_WORKER_DATABASE_URL: _, ...serviceRoles } = allRoles.shape;

/** Programs by the name of their workload. */
export const processes: Readonly<Record<string, Process>> = {
  gateway: {
    environment: gatewayEnvironment,
    health: { live: routes.portal.live.path, ready: routes.portal.ready.path, portVariable: 'PORT' },
  },
  'auth-service': { environment: authEnvironment, health: internal },
  'analytics-service': { environment: analyticsEnvironment, health: internal },
  'media-service': { environment: mediaEnvironment, health: internal },
  'media-worker': { environment: workerEnvironment, health: internal },
  notifier: { environment: notifierEnvironment, health: internal },
  migrate: { environment: migrateEnvironment.extend(allRoles.shape) },
  backup: { environment: workerEnvironment.omit({ DATABASE_URL: true }).extend(serviceRoles) },
  // Runs the commands of all services.
  portal: {
    environment: gatewayEnvironment.extend({
      ...allServices.shape,
      ...migrateEnvironment.shape,
      ...allRoles.shape,
    }),
  },
};

export const metricsPath = internalPaths.metrics;
/** Seconds that a process may take to exit. */
export const drainSeconds = DRAIN_DEADLINE_MS / 1000;
