import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS, redisKeys } from '@secure-preview/contracts';
import { parseCookie } from 'cookie';
import type { Redis } from 'ioredis';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment, REDIS } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { KNOWN_BROWSER_COOKIE, KnownBrowsers } from '../sessions/known-browser.js';

const YEAR_MS = 365 * DAY_MS;

/** Marks browsers in which the current upload password was entered correctly, with a signed cookie. */
@Injectable()
export class KnownBrowserService {
  private readonly cookies: KnownBrowsers;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(GATEWAY_ENVIRONMENT) settings: GatewayEnvironment,
  ) {
    this.cookies = new KnownBrowsers(settings.SESSION_SECRET);
  }

  /**
   * Returns the id of a known browser, or null. Without an epoch every browser is unknown: a cookie for an
   * earlier password must not allow extra attempts at the current one.
   */
  async recognise({ request }: RequestContext): Promise<string | null> {
    const cookie = parseCookie(request.get('cookie') ?? '')[KNOWN_BROWSER_COOKIE];
    const epoch = await this.redis.get(redisKeys.uploadEpoch);
    return epoch === null ? null : this.cookies.recognise(cookie, Number(epoch));
  }

  remember({ request, response }: RequestContext, epoch: number): void {
    response.cookie(KNOWN_BROWSER_COOKIE, this.cookies.issue(epoch), {
      httpOnly: true,
      sameSite: 'strict',
      secure: request.secure,
      path: '/api',
      maxAge: YEAR_MS,
    });
  }
}
