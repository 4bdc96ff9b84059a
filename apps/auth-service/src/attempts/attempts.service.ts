import { Inject, Injectable } from '@nestjs/common';
import { AppError, RETRY_AFTER_PARAM } from '@secure-preview/contracts';
import { rateLimitKey } from '@secure-preview/service-kit';
import type { Redis } from 'ioredis';
import { AUTH_ENVIRONMENT, type AuthEnvironment, REDIS } from '../environment.js';
import { GIVE_BACK, TAKE } from './scripts.js';

/** Source of one try of the upload password. */
export interface Attempt {
  ip: string;
  /** Id of a browser that succeeded before; null for any other. */
  knownBrowser: string | null;
  /** Id of the command that carries the try. A command sent twice counts once. */
  commandId: string;
}

const ADDRESS_WINDOW_SECONDS = 15 * 60;
const PORTAL_WINDOW_SECONDS = 60 * 60;
/** Seconds for which a command id is remembered; longer than any retry of a call. */
const COMMAND_SECONDS = 60;

interface Count {
  key: string;
  limit: number;
  /** Seconds from the first try until the count resets. */
  window: number;
}

/**
 * Limits tries of the upload password. Takes a try before the password is checked, and gives it back unless
 * the password was wrong. Parallel guesses, even across replicas, get no extra tries
 * (docs/product.md#sessions).
 */
@Injectable()
export class AttemptsService {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(AUTH_ENVIRONMENT) private readonly settings: AuthEnvironment,
  ) {}

  /**
   * Takes a try and runs `check`, which resolves with undefined if the password is wrong. Only a wrong
   * password uses up the try: if `check` throws, as in an outage, the try is given back.
   *
   * @throws AppError `TOO_MANY_ATTEMPTS` with seconds to wait
   */
  async spend<T>(attempt: Attempt, check: () => Promise<T | undefined>): Promise<T | undefined> {
    await this.take(attempt);
    let wrong = false;
    try {
      const found = await check();
      wrong = found === undefined;
      return found;
    } finally {
      if (!wrong) await this.giveBack(attempt);
    }
  }

  private async take(attempt: Attempt): Promise<void> {
    const counts = this.countersFor(attempt);
    const keys = [commandKey(attempt), ...counts.map(({ key }) => key)];
    const limits = counts.flatMap(({ limit, window }) => [limit, window]);
    const waitMs = Number(await this.redis.eval(TAKE, keys.length, ...keys, COMMAND_SECONDS, ...limits));
    if (waitMs === 0) return;
    throw new AppError('TOO_MANY_ATTEMPTS', { params: { [RETRY_AFTER_PARAM]: Math.ceil(waitMs / 1000) } });
  }

  private async giveBack(attempt: Attempt): Promise<void> {
    const keys = [commandKey(attempt), ...this.countersFor(attempt).map(({ key }) => key)];
    await this.redis.eval(GIVE_BACK, keys.length, ...keys);
  }

  /**
   * Returns the counts that a try is taken from. A known browser has only its own count. With shared counts,
   * guesses from its address or from many addresses would lock the administrator out.
   */
  private countersFor({ ip, knownBrowser }: Attempt): Count[] {
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
