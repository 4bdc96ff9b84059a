import { randomBytes } from 'node:crypto';
import { redisKeys, type SessionRecord } from '@secure-preview/contracts';
import { RedisStore } from 'connect-redis';
import type { RequestHandler } from 'express';
import session from 'express-session';
import type { Redis } from 'ioredis';
import type { GatewayEnvironment } from '../environment.js';

declare module 'express-session' {
  interface SessionData {
    /** Record of the portal; absent before the gate was passed. */
    portal?: SessionRecord;
    /** Input of `playbackGrants`, read with the session; not part of the record. */
    grants?: string[];
  }
}

/** Name of the session cookie. */
export const SESSION_COOKIE = 'sp.sid';
/** Prefix of the keys of session records in Redis. */
export const SESSION_PREFIX = 'portal:session:';

const HOUR_MS = 3_600_000;
/** The cookie outlives the absolute timeout by the longest playback that may still be running. */
const GRACE_MS = 12 * HOUR_MS;

type SessionTimes = Pick<GatewayEnvironment, 'SESSION_IDLE_HOURS' | 'SESSION_ABSOLUTE_DAYS'>;

/** Seconds from the last request to the end of a session. */
export const sessionIdleSeconds = ({ SESSION_IDLE_HOURS }: SessionTimes): number =>
  Math.ceil((SESSION_IDLE_HOURS * HOUR_MS) / 1000);

/** Milliseconds for which a browser keeps the cookie. */
export const cookieLifeMs = ({ SESSION_ABSOLUTE_DAYS }: SessionTimes): number =>
  SESSION_ABSOLUTE_DAYS * 24 * HOUR_MS + GRACE_MS;

/** Attributes that setting and clearing the cookie must share. */
export const cookieAttributes = { httpOnly: true, sameSite: 'lax', path: '/' } as const;

type Done = (error?: unknown) => void;
type Found = (error: unknown, session?: session.SessionData | null) => void;

/**
 * Reads a record and the trailers granted to its session, unless the visit of its lead is ended. One step,
 * because the record names the lead: a second command would cost every request another round trip to Redis.
 *
 * KEYS: record. ARGV: key prefixes of ended visits and of grants.
 */
const READ = `
local stored = redis.call('GET', KEYS[1])
if not stored then return nil end
local portal = cjson.decode(stored).portal
if not portal then return { stored, {} } end
if redis.call('EXISTS', ARGV[1] .. portal.viewer.leadId) == 1 then return nil end
return { stored, redis.call('HGETALL', ARGV[2] .. portal.ref) }`;

/**
 * Reads records and restarts their idle time. It writes none (`SessionRecordsService` does): a save by
 * express-session at the end of a request could restore a session that was ended in the meantime.
 */
class ReadingStore extends RedisStore {
  constructor(
    private readonly redis: Redis,
    idleSeconds: number,
  ) {
    // A function, because connect-redis replaces a fixed number by the expiry of the cookie, which is days
    // away.
    super({ client: redis, prefix: SESSION_PREFIX, ttl: () => idleSeconds });
  }

  override async get(id: string, done?: Found): Promise<void> {
    try {
      const prefixes = [redisKeys.visitEnded(''), redisKeys.grants('')];
      const found = await this.redis.eval(READ, 1, SESSION_PREFIX + id, ...prefixes);
      const [stored, grants] = (found ?? []) as [stored?: string, grants?: string[]];
      done?.(null, stored === undefined ? null : { ...JSON.parse(stored), grants });
    } catch (error) {
      done?.(error);
    }
  }

  override async set(_id: string, _session: unknown, done?: Done): Promise<void> {
    done?.();
  }

  override async touch(id: string, data: session.SessionData, done?: Done): Promise<void> {
    // The response is valid even if the idle time could not be restarted.
    await super.touch(id, data, () => done?.());
  }
}

/** Creates the middleware that finds the session of a request. Only passing the gate begins a session. */
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
