import { Inject, Injectable } from '@nestjs/common';
import { redisKeys, SESSION_CHANGES_CHANNEL, type SessionChange } from '@secure-preview/contracts';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment, REDIS } from '../environment.js';
import { readSession, type StoredSession } from './read-session.js';
import { cookieLifeMs, SESSION_PREFIX, sessionIdleSeconds } from './session-middleware.js';
import type { BeginResult, SessionRedis } from './session-scripts.js';

/** Returns the key of the current cookie id. With it, a logout finds a session whose id has just changed. */
const currentId = (ref: string) => `portal:session-id:${ref}`;

/**
 * KEYS: old record, new record, current id. ARGV: record, its lifetime in seconds, new id, lifetime of the
 * current id in seconds.
 */
const ROTATE = `
if redis.call('DEL', KEYS[1]) == 0 then return 0 end
redis.call('SET', KEYS[2], ARGV[1], 'EX', ARGV[2])
redis.call('SET', KEYS[3], ARGV[3], 'EX', ARGV[4])
return 1`;

/**
 * A failed announcement does not fail the sign-out.
 *
 * KEYS: record, current id. ARGV: prefix of records, channel and message of the announcement.
 */
const END = `
local current = redis.call('GET', KEYS[2])
if current then redis.call('DEL', ARGV[1] .. current) end
local removed = redis.call('DEL', KEYS[1], KEYS[2])
redis.pcall('PUBLISH', ARGV[2], ARGV[3])
return removed`;

/**
 * Writes session records. Each change is one atomic step in Redis, so no concurrent change can restore an ended
 * session.
 */
@Injectable()
export class SessionRecordsService {
  constructor(
    @Inject(REDIS) private readonly redis: SessionRedis,
    @Inject(GATEWAY_ENVIRONMENT) private readonly settings: GatewayEnvironment,
  ) {}

  /** Returns whether the address with an e-mail key is blocked; false while the blocks are not published. */
  async isBlocked(address: string): Promise<boolean> {
    return (await this.redis.exists(redisKeys.addressBlocked(address))) === 1;
  }

  /**
   * @param address e-mail key to check; null to skip the check
   * @returns `unknown` if the blocks are not published, as after a loss of data
   */
  async begin(id: string, ref: string, record: string, address: string | null): Promise<BeginResult> {
    return this.redis.beginSession(
      SESSION_PREFIX + id,
      currentId(ref),
      redisKeys.addressBlocked(address ?? ''),
      redisKeys.blocksPublished,
      ...this.scriptArguments(id, record),
      address === null ? 1 : 0,
    );
  }

  /** Moves a session to a new id. @returns false if the session has ended in the meantime */
  async rotate(oldId: string, id: string, ref: string, record: string): Promise<boolean> {
    const keys = [SESSION_PREFIX + oldId, SESSION_PREFIX + id, currentId(ref)];
    return (await this.redis.eval(ROTATE, keys.length, ...keys, ...this.scriptArguments(id, record))) === 1;
  }

  /** Removes a session, both under the id of the request and under its current id, and announces its end. */
  async end(id: string, ref: string): Promise<void> {
    const keys = [SESSION_PREFIX + id, currentId(ref)];
    const change = JSON.stringify({ concerns: 'session', ids: [ref] } satisfies SessionChange);
    await this.redis.eval(END, keys.length, ...keys, SESSION_PREFIX, SESSION_CHANGES_CHANNEL, change);
  }

  /**
   * Reads a session without restarting its idle time, also if its id has changed since it was `id`.
   *
   * @returns undefined if the session has ended
   */
  async read(id: string, ref: string): Promise<StoredSession | undefined> {
    const found = await readSession(this.redis, SESSION_PREFIX + id, null);
    if (found) return found;
    const current = await this.redis.get(currentId(ref));
    return current === null ? undefined : readSession(this.redis, SESSION_PREFIX + current, null);
  }

  private scriptArguments(
    id: string,
    record: string,
  ): [record: string, idleSeconds: number, id: string, idSeconds: number] {
    return [record, sessionIdleSeconds(this.settings), id, Math.ceil(cookieLifeMs(this.settings) / 1000)];
  }
}
