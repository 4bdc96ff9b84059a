import { randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS, SESSION_COOKIE, type SessionRecord } from '@secure-preview/contracts';
import { RedisStore } from 'connect-redis';
import type { RequestHandler } from 'express';
import session from 'express-session';
import type { GatewayEnvironment } from '../environment.js';
import { type AccessState, readSession, type StoredSession } from './read-session.js';
import type { SessionRedis } from './session-scripts.js';

declare module 'express-session' {
  interface SessionData {
    /** Record of the portal; absent until the visitor passes the gate. */
    portal?: SessionRecord;
    /** Input of `playbackGrants`, read with the session; not part of the record. */
    grants?: string[];
    /** Input of `endedTrailers`, read with the session; not part of the record. */
    endedPlaybacks?: string[];
    /** What decides on the level, read with the session; not part of the record. */
    accessState?: AccessState;
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

/** Returns a session as requests see it. */
export const sessionOf = ({ stored, ...read }: StoredSession): session.SessionData => ({
  ...JSON.parse(stored),
  ...read,
});

/**
 * Reads records, and restarts their idle time if there is one. Only `SessionRecordsService` writes records: a save by
 * express-session at the end of a request could restore a session that was ended in the meantime.
 */
class ReadingStore extends RedisStore {
  constructor(
    private readonly redis: SessionRedis,
    private readonly idleSeconds: number | null,
  ) {
    super({ client: redis, prefix: SESSION_PREFIX });
  }

  override async get(id: string, done?: SessionCallback): Promise<void> {
    try {
      const found = await readSession(this.redis, SESSION_PREFIX + id, this.idleSeconds);
      done?.(null, found ? sessionOf(found) : null);
    } catch (error) {
      done?.(error);
    }
  }

  override async set(_id: string, _session: unknown, done?: Callback): Promise<void> {
    done?.();
  }

  /** Does nothing, because only reading restarts the idle time. express-session delays responses until it returns. */
  override async touch(_id: string, _session: unknown, done?: Callback): Promise<void> {
    done?.();
  }
}

/**
 * Creates the middleware that finds the session of a request. Sessions begin only at the gate.
 *
 * @param extendsSession whether a request restarts the idle time of its session
 */
export function sessionMiddleware(
  redis: SessionRedis,
  settings: GatewayEnvironment,
  extendsSession: boolean,
): RequestHandler {
  return session({
    name: SESSION_COOKIE,
    secret: settings.SESSION_SECRET,
    genid: () => randomBytes(32).toString('base64url'),
    store: new ReadingStore(redis, extendsSession ? sessionIdleSeconds(settings) : null),
    resave: false,
    saveUninitialized: false,
    rolling: false,
    cookie: { ...cookieAttributes, secure: 'auto', maxAge: cookieLifeMs(settings) },
  });
}
