import { accessSync, constants } from 'node:fs';
import {
  fallbackMovie,
  gateModes,
  isTimeZone,
  settingNames,
  visitorLanguages,
} from '@secure-preview/contracts';
import { env, processEnvironment } from '@secure-preview/service-kit/environment';
import * as z from 'zod';

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

const text = (fallback: string) => z.string().default(fallback);

/** Settings of the gateway; `.env.example` gives units and defaults. */
export const gatewayEnvironment = z.object({
  ...processEnvironment,
  HOST: text('127.0.0.1'),
  PORT: env.port.default(3000),
  /** Sessions and counters. */
  REDIS_URL: env.redisUrl,
  /** Remote calls. A separate server, which writes nothing to disk. */
  RPC_REDIS_URL: env.redisUrl,
  SESSION_SECRET: env.secret(32),
  SESSION_IDLE_HOURS: env.positive.default(12),
  SESSION_ABSOLUTE_DAYS: env.positive.default(7),
  UPLOADER_IDLE_MINUTES: env.positive.default(120),
  LEADS_PER_MINUTE_PER_IP: env.int(1, 1_000_000).default(30),
  /** Per IPv4 /24 or IPv6 /48; never below the limit of one address. */
  LEADS_PER_MINUTE_PER_NETWORK: env.int(1, 1_000_000).default(120),
  /** Across all addresses. Raises an alarm and rejects no request. */
  LEADS_PER_MINUTE_ALARM: env.int(1, 1_000_000).default(600),
  /** Per gateway. Sending a response does not count. */
  MAX_REQUESTS_IN_FLIGHT: env.int(1, 100_000).default(128),
  MAX_EVENT_LOOP_DELAY_MS: env.int(10, 60_000).default(250),
  MAX_CONNECTIONS: env.int(1, 1_000_000).default(4096),
  /** Segments and posters relayed at once. */
  MAX_RELAYS: env.int(1, 100_000).default(256),
  /** Per response. */
  MAX_TRANSFER_SECONDS: env.int(1, 86_400).default(180),
  /** Proxies whose X-Forwarded-* headers are trusted. */
  TRUST_PROXY: env.cidrList.optional(),
  /** Origin under which browsers reach the portal. Defaults to the host of the request. */
  PUBLIC_ORIGIN: env.url('http:', 'https:').optional(),
  /** Additional host names under which visitors reach the portal. */
  ALLOWED_HOSTS: env.hostList.optional(),
  S3_ENDPOINT: env.url('http:', 'https:').optional(),
  S3_PUBLIC_ENDPOINT: env.url('http:', 'https:').optional(),
  S3_PUBLIC_PORT: env.port.optional(),
  WEB_DIST_DIR: z.string().optional(),
  COMPANY_NAME: text('Secure Preview Pictures'),
  OWNER_NAME: text('Secure Preview'),
  CONTACT_EMAIL: z
    .string()
    .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')
    .optional(),
  CONTACT_PHONE: z.string().optional(),
  HEADER_LINE: text('CONCEPT TRAILER of a live action TV series, coming soon!'),
  FALLBACK_TITLE: text(fallbackMovie.title),
  FALLBACK_DESCRIPTION: z.string().optional(),
  TERMS_FILE: z.string().refine(isReadable, 'names a file that cannot be read').optional(),
  TERMS_VERSION: text('2025-10.1'),
  TERMS_LAST_UPDATED: text('October 2025'),
  /** For times in invitations, days and digests. */
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a name of the IANA time zone database, such as Europe/Berlin')
    .default('UTC'),
  /** Languages that visitors can choose. */
  LANGUAGES: env.listOf(visitorLanguages).default(['en']),
  /** Who may pass the gate. */
  GATE_MODE: z.enum(gateModes, { error: `must be ${gateModes.join(', ')}` }).default('open'),
  /** Whether trailers uploaded from then on are marked. */
  FORENSIC_MARKING: z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }).default('off'),
  /** Settings that administrators cannot change in the page. */
  SETTINGS_LOCKED: env.listOf(settingNames).default([]),
});

export type GatewayEnvironment = z.output<typeof gatewayEnvironment>;

/** Injection token of the settings. */
export const GATEWAY_ENVIRONMENT = Symbol('gateway environment');
/** Injection token of the process's logger. */
export const LOGGER = Symbol('logger');
/** Injection token of the connection to Redis for sessions and counters. */
export const REDIS = Symbol('redis');
