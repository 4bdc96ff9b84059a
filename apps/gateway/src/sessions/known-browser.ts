import { createHmac, randomUUID } from 'node:crypto';
import { sign, unsign } from 'cookie-signature';

/** Name of the cookie of a browser in which the upload password was entered correctly before. */
export const KNOWN_BROWSER_COOKIE = 'sp.known';

/** Signs and verifies the ids of known browsers, each for one epoch of the upload password. */
export class KnownBrowsers {
  private readonly key: Buffer;

  constructor(sessionSecret: string) {
    // Uses a separate key, so signatures of other cookies are not valid here.
    this.key = createHmac('sha256', sessionSecret).update('known-browser').digest();
  }

  issue(epoch: number): string {
    const id = randomUUID();
    const [, , signature = ''] = sign(`${id}.${epoch}`, this.key).split('.');
    // The epoch is part of the signed text, but is not sent. The signature is in base64url.
    return `${id}.${signature.replaceAll('+', '-').replaceAll('/', '_')}`;
  }

  /** Returns the id in a cookie value; null if it is missing or not signed for this epoch. */
  recognise(value: string | undefined, epoch: number): string | null {
    const [id = '', signature = '', ...rest] = value?.split('.') ?? [];
    const signed = `${id}.${epoch}.${signature.replaceAll('-', '+').replaceAll('_', '/')}`;
    return id && rest.length === 0 && unsign(signed, this.key) ? id : null;
  }
}
