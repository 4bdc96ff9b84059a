import { Inject, Injectable } from '@nestjs/common';
import { AppError, RETRY_AFTER_PARAM } from '@secure-preview/contracts';
import { rateLimitKey } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { AUTH_ENVIRONMENT, type AuthEnvironment, REDIS } from '../environment.js';
import { RELEASE, RESERVE } from './scripts.js';

/** Origin of one upload password attempt. */
export interface Attempt {
  ip: string;
  /** Id of a browser in which the right password was entered before; null for other browsers. */
  knownBrowser: string | null;
  /** Id of the command with the attempt. A command sent twice counts once. */
  commandId: string;
}

const ADDRESS_WINDOW_SECONDS = 15 * 60;
const PORTAL_WINDOW_SECONDS = 60 * 60;
/** Seconds for which a command id is remembered; longer than any retry of a call. */
const COMMAND_SECONDS = 60;

interface Counter {
  key: string;
  limit: number;
  /** Seconds from the first attempt until the counter resets. */
  window: number;
}

/**
 * Limits upload password attempts. Reserves an attempt before the password is checked, and releases it unless
 * the password was wrong. Parallel guesses, even across replicas, get no extra attempts
 * (docs/product.md#sessions).
 */
@Injectable()
export class AttemptsService {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(AUTH_ENVIRONMENT) private readonly settings: AuthEnvironment,
  ) {}

  /**
   * Reserves an attempt and runs `check`, which resolves with undefined if the password is wrong. Only a
   * wrong password uses up the attempt: if `check` throws, as in an outage, the attempt is released.
   *
   * @throws AppError `TOO_MANY_ATTEMPTS` with seconds to wait
   */
  async checkLimited<T>(attempt: Attempt, check: () => Promise<T | undefined>): Promise<T | undefined> {
    await this.reserve(attempt);
    let wrong = false;
    try {
      const found = await check();
      wrong = found === undefined;
      return found;
    } finally {
      if (!wrong) await this.release(attempt);
    }
  }

  /** Returns how often a wrong password was entered, by the fullest counter of this attempt. */
  async wrongAttempts(attempt: Attempt): Promise<number> {
    const counts = await this.redis.mget(this.countersFor(attempt).map(({ key }) => key));
    return Math.max(...counts.map(Number));
  }

  private async reserve(attempt: Attempt): Promise<void> {
    const counters = this.countersFor(attempt);
    const keys = [commandKey(attempt), ...counters.map(({ key }) => key)];
    const limits = counters.flatMap(({ limit, window }) => [limit, window]);
    const waitMs = Number(await this.redis.eval(RESERVE, keys.length, ...keys, COMMAND_SECONDS, ...limits));
    if (waitMs === 0) return;
    throw new AppError('TOO_MANY_ATTEMPTS', { params: { [RETRY_AFTER_PARAM]: Math.ceil(waitMs / 1000) } });
  }

  private async release(attempt: Attempt): Promise<void> {
    const keys = [commandKey(attempt), ...this.countersFor(attempt).map(({ key }) => key)];
    await this.redis.eval(RELEASE, keys.length, ...keys);
  }

  /**
   * Returns the counters that limit an attempt. A known browser has only its own counter. With shared
   * counters, guesses from its address or from many addresses would lock the administrator out.
   */
  private countersFor({ ip, knownBrowser }: Attempt): Counter[] {
    const each = { limit: this.settings.UPLOAD_PASSWORD_TRIES_PER_IP, window: ADDRESS_WINDOW_SECONDS };
    if (knownBrowser !== null) return [{ key: `portal:tries:browser:${knownBrowser}`, ...each }];
    return [
      { key: `portal:tries:address:${rateLimitKey(ip)}`, ...each },
      {
        key: 'portal:tries:all',
        limit: this.settings.UPLOAD_PASSWORD_TRIES_TOTAL,
        window: PORTAL_WINDOW_SECONDS,
      },
    ];
  }
}

const commandKey = ({ commandId }: Attempt) => `portal:tries:command:${commandId}`;
