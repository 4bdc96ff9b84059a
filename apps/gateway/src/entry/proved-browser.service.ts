import { Inject, Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { CookieOptions } from 'express';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment } from '../environment.js';
import type { RequestContext } from '../http/request-context.js';
import { PROVED_BROWSER_COOKIE, PROVED_MS, ProvedBrowsers } from './proved-browsers.js';

const attributes = (secure: boolean): CookieOptions => ({
  httpOnly: true,
  sameSite: 'strict',
  secure,
  path: '/api/auth',
});

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
    const value = this.cookies.issue(emailKey, Date.now());
    response.cookie(PROVED_BROWSER_COOKIE, value, { ...attributes(request.secure), maxAge: PROVED_MS });
  }

  forget({ request, response }: RequestContext): void {
    response.clearCookie(PROVED_BROWSER_COOKIE, attributes(request.secure));
  }
}
