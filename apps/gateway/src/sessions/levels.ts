import { DAY_MS, redisKeys, type SessionRecord, sessionRecord } from '@secure-preview/contracts';
import { addressKey } from '@secure-preview/service-kit';
import type { SessionData } from 'express-session';
import type { Redis } from 'ioredis';
import type { GatewayEnvironment } from '../environment.js';
import type { Identity } from '../http/identity.js';
import type { AccessRules } from './access-rules.js';
import { cookieLifeMs } from './session-middleware.js';

/** Seconds after the last progress report during which playback counts as running. */
export const PLAYING_SECONDS = 60;

const ANONYMOUS: Identity = { level: 'anonymous' };

/** Derives the level of a session from its record and related keys. */
export class Levels {
  constructor(
    private readonly redis: Redis,
    private readonly settings: GatewayEnvironment,
    private readonly rules: AccessRules,
  ) {}

  /**
   * Blocks and the gate mode do not concern uploaders: they must not lock the administrator out.
   *
   * @param ip address of the visitor
   */
  async identify({ portal, accessState }: Partial<SessionData>, ip: string): Promise<Identity> {
    const parsed = sessionRecord.safeParse(portal);
    if (!parsed.success || !accessState) return ANONYMOUS;
    const record = parsed.data;
    const { isUploader, ...end } = accessState;
    if (await this.isExpired(record)) return ANONYMOUS;
    if (end.ended) return { ...ANONYMOUS, ...end };
    if (isUploader) return { level: 'uploader', record };
    const { rules } = this;
    if (!rules.areKnown) return { ...ANONYMOUS, ended: 'unknown' };
    if (rules.isBlocked(record.access?.emailKey ?? addressKey(record.viewer.email), ip))
      return { ...ANONYMOUS, ended: 'blocked' };
    if (rules.isProved(record)) return { level: 'viewer', record };
    // A session that has lost the uploader's level counts as expired.
    return record.uploader ? ANONYMOUS : { ...ANONYMOUS, unproved: record };
  }

  /** Restarts the idle time of an active uploader. */
  async extendUploader({ ref }: SessionRecord): Promise<void> {
    await this.redis.expire(redisKeys.uploaderIdle(ref), this.idleSeconds);
  }

  /** Starts the idle time of a new uploader. */
  async beginUploader({ ref }: SessionRecord): Promise<void> {
    await this.redis.set(redisKeys.uploaderIdle(ref), 1, 'EX', this.idleSeconds);
  }

  private get idleSeconds(): number {
    return Math.ceil(this.settings.UPLOADER_IDLE_MINUTES * 60);
  }

  /**
   * Returns whether the absolute timeout has passed. Playback that reports progress extends it, up to
   * the lifetime of the cookie.
   */
  private async isExpired({ ref, startedAt }: SessionRecord): Promise<boolean> {
    const age = Date.now() - startedAt;
    if (age < this.settings.SESSION_ABSOLUTE_DAYS * DAY_MS) return false;
    if (age >= cookieLifeMs(this.settings)) return true;
    return (await this.redis.exists(redisKeys.playing(ref))) === 0;
  }
}
