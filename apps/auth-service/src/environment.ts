import { limits } from '@secure-preview/contracts';
import { callsEnvironment, env, processEnvironment } from '@secure-preview/service-kit/environment';
import * as z from 'zod';

const { min, max } = limits.uploadPassword;
/** Counts code points, not UTF-16 units, as the page does. */
const hasAllowedLength = (text: string) => [...text].length >= min && [...text].length <= max;

/** Settings of auth-service; `.env.example` gives units and defaults. */
export const authEnvironment = z.object({
  ...processEnvironment,
  ...callsEnvironment,
  DATABASE_URL: env.postgresUrl,
  /** Redis for sessions and counters. */
  REDIS_URL: env.redisUrl,
  /** Redis for calls: a separate server, which writes nothing to disk. */
  RPC_REDIS_URL: env.redisUrl,
  /** Used only for the initial password. If unset, a random password is generated. */
  UPLOAD_PASSWORD: z.string().refine(hasAllowedLength, `must be ${min} to ${max} characters long`).optional(),
  /** Wrong attempts allowed in 15 minutes from one address or known browser. */
  UPLOAD_PASSWORD_TRIES_PER_IP: env.int(1, 1_000_000).default(5),
  /** Wrong attempts allowed in an hour across the whole portal. */
  UPLOAD_PASSWORD_TRIES_TOTAL: env.int(1, 1_000_000).default(100),
  /** Secret from which codes and invitation links are derived, the same as that of the notifier. */
  OUTBOX_SECRET: env.secret(32).optional(),
});

export type AuthEnvironment = z.output<typeof authEnvironment>;

/** Injection token of the settings. */
export const AUTH_ENVIRONMENT = Symbol('auth environment');
/** Injection token of the process's logger. */
export const LOGGER = Symbol('logger');
/** Injection token of the connection to Redis for counters, the epoch, ended visits and the version of the settings. */
export const REDIS = Symbol('redis');
