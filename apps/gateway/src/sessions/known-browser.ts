import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

/** Name of the cookie that tells a browser from which the upload password was right once. */
export const KNOWN_BROWSER_COOKIE = 'sp.known';

/** Signs and recognises the ids of browsers that succeeded before, each for one epoch of the upload password. */
export class KnownBrowsers {
  private readonly key: Buffer;

  constructor(sessionSecret: string) {
    // A key of its own, so that no signature of another cookie passes for one of these.
    this.key = createHmac('sha256', sessionSecret).update('known-browser').digest();
  }

  issue(epoch: number): string {
    const id = randomUUID();
    return `${id}.${this.sign(id, epoch)}`;
  }

  /** The id in a cookie's value; null when there is none or it was not signed here for this epoch. */
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
