import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '@secure-preview/contracts';

/** Name of the cookie of a browser in which an address was proved with a code. */
export const PROVED_BROWSER_COOKIE = 'sp.proved';
/** Milliseconds for which an invitation link needs no further code in such a browser. */
export const PROVED_MS = 90 * DAY_MS;

/** Signs and verifies the mark of a browser. The mark fits one address, and does not contain it. */
export class ProvedBrowsers {
  private readonly key: Buffer;

  constructor(sessionSecret: string) {
    // Uses a separate key, so signatures of other cookies are not valid here.
    this.key = createHmac('sha256', sessionSecret).update('proved-browser').digest();
  }

  /** @param now Unix time in milliseconds */
  issue(emailKey: string, now: number): string {
    return `${now}.${this.signature(emailKey, String(now)).toString('base64url')}`;
  }

  /** Returns whether the address was proved in the browser in the last 90 days. */
  recognises(value: string | undefined, emailKey: string, now: number): boolean {
    const [, issuedAt = '', signature = ''] = /^(\d{1,16})\.([\w-]{43})$/.exec(value ?? '') ?? [];
    if (issuedAt === '' || now - Number(issuedAt) >= PROVED_MS) return false;
    return timingSafeEqual(this.signature(emailKey, issuedAt), Buffer.from(signature, 'base64url'));
  }

  private signature(emailKey: string, issuedAt: string): Buffer {
    return createHmac('sha256', this.key).update(`${issuedAt}\n${emailKey}`).digest();
  }
}
