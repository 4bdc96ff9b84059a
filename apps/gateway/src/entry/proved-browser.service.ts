import { Inject, Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { PROVED_BROWSER_COOKIE, PROVED_MS, ProvedBrowsers } from './proved-browsers.js';

/** Marks browsers in which an address was proved with a code, with a signed cookie. */
@Injectable()
export class ProvedBrowserService {
  private readonly cookies: ProvedBrowsers;

  constructor(@Inject(GATEWAY_ENVIRONMENT) settings: GatewayEnvironment) {
    this.cookies = new ProvedBrowsers(settings.SESSION_SECRET);
  }

  recognises({ request }: RequestContext, emailKey: string): boolean {
    const cookie = parseCookie(request.get('cookie') ?? '')[PROVED_BROWSER_COOKIE];
    return this.cookies.recognises(cookie, emailKey, Date.now());
  }

  remember({ request, response }: RequestContext, emailKey: string): void {
    response.cookie(PROVED_BROWSER_COOKIE, this.cookies.issue(emailKey, Date.now()), {
      httpOnly: true,
      sameSite: 'strict',
      secure: request.secure,
      path: '/api/auth',
      maxAge: PROVED_MS,
    });
  }
}
