import { randomBytes } from 'node:crypto';
import type { SessionRecord } from '@secure-preview/contracts';
import { RedisStore } from 'connect-redis';
import type { RequestHandler } from 'express';
import session from 'express-session';
import type { Redis } from 'ioredis';
import type { GatewayEnvironment } from '../environment.js';

declare module 'express-session' {
  interface SessionData {
    /** The product's record; absent in a session that nobody entered. */
    portal?: SessionRecord;
  }
}

/** Name of the session cookie. */
export const SESSION_COOKIE = 'sp.sid';
/** Keys of session records in Redis. */
export const SESSION_PREFIX = 'portal:session:';

const HOUR_MS = 3_600_000;
/** The cookie outlives the absolute time-out by the longest playback that may still be going on. */
const GRACE_MS = 12 * HOUR_MS;

/** Attributes that setting and clearing the cookie must share. */
export const cookieAttributes = { httpOnly: true, sameSite: 'lax', path: '/' } as const;

/**
 * Reads and keeps session records. A record is written only when a level changes (`resave: false`): all that a
 * request does otherwise is to put off its expiry, which does nothing once the record is gone.
 */
export function sessionMiddleware(redis: Redis, settings: GatewayEnvironment): RequestHandler {
  const { SESSION_SECRET, SESSION_IDLE_HOURS, SESSION_ABSOLUTE_DAYS } = settings;
  return session({
    name: SESSION_COOKIE,
    secret: SESSION_SECRET,
    genid: () => randomBytes(32).toString('base64url'),
    store: new RedisStore({
      client: redis,
      prefix: SESSION_PREFIX,
      ttl: () => Math.ceil((SESSION_IDLE_HOURS * HOUR_MS) / 1000),
    }),
    resave: false,
    saveUninitialized: false,
    rolling: false,
    cookie: { ...cookieAttributes, secure: 'auto', maxAge: SESSION_ABSOLUTE_DAYS * 24 * HOUR_MS + GRACE_MS },
  });
}
