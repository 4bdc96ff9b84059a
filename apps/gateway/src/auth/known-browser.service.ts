import { Inject, Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { KNOWN_BROWSER_COOKIE, KnownBrowsers } from '../sessions/known-browser.js';

const YEAR_MS = 365 * 24 * 3_600_000;

/** Remembers, in a signed cookie, from which browsers the upload password was right once. */
@Injectable()
export class KnownBrowserService {
  readonly #known: KnownBrowsers;

  constructor(@Inject(GATEWAY_ENVIRONMENT) settings: GatewayEnvironment) {
    this.#known = new KnownBrowsers(settings.SESSION_SECRET);
  }

  recognise({ request }: RequestContext): string | null {
    return this.#known.recognise(parseCookie(request.get('cookie') ?? '')[KNOWN_BROWSER_COOKIE]);
  }

  remember({ request, response }: RequestContext): void {
    response.cookie(KNOWN_BROWSER_COOKIE, this.#known.issue(), {
      httpOnly: true,
      sameSite: 'strict',
      secure: request.secure,
      path: '/api/auth',
      maxAge: YEAR_MS,
    });
  }
}
