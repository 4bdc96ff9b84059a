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

/** Settings of the role `notifier`, which sends mails and webhooks and needs no Redis. */
export const notifierEnvironment = z.object({
  ...processEnvironment,
  /** `api` answers calls, `notifier` sends mails and webhooks. */
  ANALYTICS_ROLE: z.enum(['api', 'notifier'], { error: "must be 'api' or 'notifier'" }).default('api'),
  DATABASE_URL: env.postgresUrl,
  SMTP_URL: env.url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>@\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u, 'must be an e-mail address')
    .optional(),
  /** Name of the DKIM key of the mail server. Only the doctor reads it. */
  MAIL_DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9._-]+$/i, 'must be the name of a DKIM key')
    .optional(),
  /** Limit of all notifiers together. */
  MAIL_PER_MINUTE: env.int(1, 10_000).default(30),
  /** Secret from which codes, invitation links and the signing secrets of webhooks are derived. */
  OUTBOX_SECRET: env.secret(32).optional(),
  /** Whether webhooks may use private networks and plain HTTP. */
  WEBHOOK_ALLOW_PRIVATE: env.boolean.default(false),
  PUBLIC_ORIGIN: env.url('http:', 'https:').optional(),
  COMPANY_NAME: z.string().default('Secure Preview Pictures'),
});

export type NotifierEnvironment = z.output<typeof notifierEnvironment>;

/** Settings that the doctor checks: those of the service, and the sender of mails. */
export const doctorEnvironment = analyticsEnvironment.extend(
  notifierEnvironment.pick({ MAIL_FROM: true, MAIL_DKIM_SELECTOR: true }).shape,
);

/** Injection token of the notifier's settings. */
export const NOTIFIER_ENVIRONMENT = Symbol('notifier environment');
/** Injection token of the process's logger. */
export const LOGGER = Symbol('logger');
