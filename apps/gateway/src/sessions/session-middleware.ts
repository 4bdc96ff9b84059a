import { randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS, redisKeys, SESSION_COOKIE, type SessionRecord } from '@secure-preview/contracts';
import { RedisStore } from 'connect-redis';
import type { RequestHandler } from 'express';
import session from 'express-session';
import type { Redis } from 'ioredis';
import type { GatewayEnvironment } from '../environment.js';
import type { AccessFacts } from './access-rules.js';

declare module 'express-session' {
  interface SessionData {
    /** Record of the portal; absent until the visitor passes the gate. */
    portal?: SessionRecord;
    /** Input of `playbackGrants`, read with the session; not part of the record. */
    grants?: string[];
    /** Facts that may end the access, read with the session; not part of the record. */
    access?: AccessFacts;
  }
}

/** Prefix of the keys of session records in Redis. */
export const SESSION_PREFIX = 'portal:session:';

/** Limit for playback after the absolute timeout. The cookie remains valid until then. */
const MAX_PLAYBACK_MS = 12 * HOUR_MS;

type SessionTimes = Pick<GatewayEnvironment, 'SESSION_IDLE_HOURS' | 'SESSION_ABSOLUTE_DAYS'>;

/** Returns the seconds from the last request to the end of a session. */
export const sessionIdleSeconds = ({ SESSION_IDLE_HOURS }: SessionTimes): number =>
  Math.ceil((SESSION_IDLE_HOURS * HOUR_MS) / 1000);

/** Returns the lifetime of the cookie in milliseconds. */
export const cookieLifeMs = ({ SESSION_ABSOLUTE_DAYS }: SessionTimes): number =>
  SESSION_ABSOLUTE_DAYS * DAY_MS + MAX_PLAYBACK_MS;

/** Attributes that setting and clearing the cookie must share. */
export const cookieAttributes = { httpOnly: true, sameSite: 'lax', path: '/' } as const;

type Callback = (error?: unknown) => void;
type SessionCallback = (error: unknown, session?: session.SessionData | null) => void;

/**
 * Reads a record, the trailers granted to its session, and what may have ended its access: mark of an ended visit, mark
 * of a blocked address, state of the invitation. Restarts the idle time of a session that is not ended. A single script
 * saves every request more round trips to Redis. Sessions of version 1.0 have no key of the address.
 *
 * KEYS: record. ARGV: key prefixes of ended visits, grants, blocked addresses and invitations, idle time in seconds.
 */
const READ = `
local stored = redis.call('GET', KEYS[1])
if not stored then return nil end
local portal = cjson.decode(stored).portal
if not portal then return { stored, {}, 0, 0 } end
local access = portal.access or { emailKey = string.lower(portal.viewer.email) }
local ended = redis.call('EXISTS', ARGV[1] .. portal.viewer.leadId)
local blocked = redis.call('EXISTS', ARGV[3] .. access.emailKey)
local invitation = access.invitation and redis.call('GET', ARGV[4] .. access.invitation.id)
if ended == 0 and blocked == 0 then redis.call('EXPIRE', KEYS[1], ARGV[5]) end
return { stored, redis.call('HGETALL', ARGV[2] .. portal.ref), ended, blocked, invitation }`;

const PREFIXES = [
  redisKeys.visitEnded(''),
  redisKeys.grants(''),
  redisKeys.addressBlocked(''),
  redisKeys.invitation(''),
];
type Found = [
  stored: string,
  grants: string[],
  visitEnded: 0 | 1,
  addressBlocked: 0 | 1,
  invitation?: string | null,
];

function sessionOf([stored, grants, ended, blocked, invitation = null]: Found): session.SessionData {
  const access = { visitEnded: ended === 1, addressBlocked: blocked === 1, invitation };
  return { ...JSON.parse(stored), grants, access };
}

/**
 * Reads records and restarts their idle time. Only `SessionRecordsService` writes records: a save by
 * express-session at the end of a request could restore a session that was ended in the meantime.
 */
class ReadingStore extends RedisStore {
  constructor(
    private readonly redis: Redis,
    private readonly idleSeconds: number,
  ) {
    super({ client: redis, prefix: SESSION_PREFIX });
  }

  override async get(id: string, done?: SessionCallback): Promise<void> {
    try {
      const found = await this.redis.eval(READ, 1, SESSION_PREFIX + id, ...PREFIXES, this.idleSeconds);
      done?.(null, found === null ? null : sessionOf(found as Found));
    } catch (error) {
      done?.(error);
    }
  }

  override async set(_id: string, _session: unknown, done?: Callback): Promise<void> {
    done?.();
  }

  /** Does nothing, because reading has restarted the idle time. express-session delays responses until it returns. */
  override async touch(_id: string, _session: unknown, done?: Callback): Promise<void> {
    done?.();
  }
}

/** Creates the middleware that finds the session of a request. Sessions begin only at the gate. */
export function sessionMiddleware(redis: Redis, settings: GatewayEnvironment): RequestHandler {
  return session({
    name: SESSION_COOKIE,
    secret: settings.SESSION_SECRET,
    genid: () => randomBytes(32).toString('base64url'),
    store: new ReadingStore(redis, sessionIdleSeconds(settings)),
    resave: false,
    saveUninitialized: false,
    rolling: false,
    cookie: { ...cookieAttributes, secure: 'auto', maxAge: cookieLifeMs(settings) },
  });
}
