import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

/** Name of the cookie of a browser in which the upload password was entered correctly before. */
export const KNOWN_BROWSER_COOKIE = 'sp.known';

/** Signs and verifies the ids of known browsers, each for one epoch of the upload password. */
export class KnownBrowsers {
  private readonly key: Buffer;

  constructor(sessionSecret: string) {
    // A separate key, so that no signature of another cookie is valid here.
    this.key = createHmac('sha256', sessionSecret).update('known-browser').digest();
  }

  issue(epoch: number): string {
    const id = randomUUID();
    return `${id}.${this.sign(id, epoch)}`;
  }

  /** Returns the id in a cookie value; null if it is missing or was not signed here for this epoch. */
  recognise(value: string | undefined, epoch: number): string | null {
    const [id = '', signature = '', ...rest] = value?.split('.') ?? [];
    if (rest.length > 0 || !id) return null;
    const expected = Buffer.from(this.sign(id, epoch));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
  }

  private sign(id: string, epoch: number): string {
    return createHmac('sha256', this.key).update(`${id}.${epoch}`).digest('base64url');
  }
}
