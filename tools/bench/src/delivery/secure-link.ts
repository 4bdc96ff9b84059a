import { createHash } from 'node:crypto';

/** Lifetime of a URL in seconds, as in the portal. */
const LIFETIME_SECONDS = 60;

/** Signs paths for nginx's `secure_link_md5 "$secure_link_expires$uri <secret>"`. */
export function secureLinks(secret: string): (path: string) => string {
  return (path) => {
    const expires = Math.floor(Date.now() / 1000) + LIFETIME_SECONDS;
    const md5 = createHash('md5').update(`${expires}${path} ${secret}`).digest('base64url');
    return `${path}?md5=${md5}&expires=${expires}`;
  };
}
