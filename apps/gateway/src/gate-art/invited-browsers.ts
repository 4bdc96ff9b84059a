import { createHmac, timingSafeEqual } from 'node:crypto';
import { HOUR_MS } from '@secure-preview/contracts';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';

/** Name of the cookie of a browser in which an invitation link was exchanged. */
export const INVITED_BROWSER_COOKIE = 'sp.invited';
/** Milliseconds for which such a browser may load the images of the gate in mode `invited`. */
export const INVITED_MS = 12 * HOUR_MS;

const attributes = (secure: boolean): CookieOptions => ({
  httpOnly: true,
  // Not strict: the page itself is opened from mails.
  sameSite: 'lax',
  secure,
  path: '/',
});

/** Marks browsers in which an invitation link was exchanged, with a signed cookie. It names no invitation. */
export class InvitedBrowsers {
  private readonly key: Buffer;

  constructor(sessionSecret: string) {
    // Uses a separate key, so signatures of other cookies are not valid here.
    this.key = createHmac('sha256', sessionSecret).update('invited-browser').digest();
  }

  recognises(request: Request): boolean {
    const value = parseCookie(request.get('cookie') ?? '')[INVITED_BROWSER_COOKIE];
    return this.isValid(value, Date.now());
  }

  remember(request: Request, response: Response): void {
    const value = this.issue(Date.now());
    response.cookie(INVITED_BROWSER_COOKIE, value, { ...attributes(request.secure), maxAge: INVITED_MS });
  }

  forget(request: Request, response: Response): void {
    response.clearCookie(INVITED_BROWSER_COOKIE, attributes(request.secure));
  }

  /** @param now Unix time in milliseconds */
  issue(now: number): string {
    return `${now}.${this.signature(String(now)).toString('base64url')}`;
  }

  /** Returns whether the value was issued in the last 12 hours. */
  isValid(value: string | undefined, now: number): boolean {
    const [, issuedAt = '', signature = ''] = /^(\d{1,16})\.([\w-]{43})$/.exec(value ?? '') ?? [];
    if (issuedAt === '' || now - Number(issuedAt) >= INVITED_MS) return false;
    return timingSafeEqual(this.signature(issuedAt), Buffer.from(signature, 'base64url'));
  }

  private signature(issuedAt: string): Buffer {
    return createHmac('sha256', this.key).update(issuedAt).digest();
  }
}
