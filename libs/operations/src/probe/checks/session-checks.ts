import { expectNone, ok, problem, warning } from '../outcome.js';
import type { ProbeCheck } from '../probe-context.js';

/** Characters of a random value of 128 bits in base64. */
const ID_CHARACTERS = 22;

const nameOf = (line: string) => line.split('=')[0] ?? '';
const has = (line: string, attribute: RegExp) =>
  line
    .split(';')
    .slice(1)
    .some((part) => attribute.test(part.trim()));

export const sessionChecks: readonly ProbeCheck[] = [
  {
    id: 'session.cookie',
    title: 'Scripts and other sites cannot use the cookies',
    asvs: ['V3.3.2', 'V3.3.4'],
    run: async ({ visitor: { setCookies } }) => {
      const missing = setCookies.flatMap((line) => [
        ...(has(line, /^httponly$/i) ? [] : [`${nameOf(line)} lacks HttpOnly`]),
        ...(has(line, /^samesite=(lax|strict)$/i) ? [] : [`${nameOf(line)} lacks SameSite`]),
      ]);
      const okFinding = 'HttpOnly and SameSite are set';
      return expectNone(missing, okFinding, 'Let the proxy pass Set-Cookie unchanged.');
    },
  },
  {
    id: 'session.secure-cookie',
    title: 'Cookies are sent only over TLS',
    asvs: ['V3.3.1'],
    run: async ({ client: { base }, visitor: { setCookies } }) => {
      const plain = setCookies.filter((line) => !has(line, /^secure$/i)).map(nameOf);
      if (plain.length === 0) return ok('Secure is set');
      const finding = `${plain.join(', ')} lacks Secure`;
      if (base.protocol === 'http:') return warning(finding, 'Use HTTPS. The portal then sets Secure.');
      return problem(finding, 'Let the proxy set X-Forwarded-Proto, and name the proxy in TRUST_PROXY.');
    },
  },
  {
    id: 'session.id',
    title: 'Session ids cannot be guessed',
    asvs: ['V7.2.2', 'V7.2.3'],
    run: async ({ visitor: { setCookies } }) => {
      const short = setCookies.filter((line) => {
        const value = decodeURIComponent(/=([^;]*)/.exec(line)?.[1] ?? '');
        const [id = ''] = value.replace(/^s:/, '').split('.');
        return id.length < ID_CHARACTERS;
      });
      const okFinding = 'ids have 128 random bits or more';
      return expectNone(
        short.map((line) => `${nameOf(line)} is short`),
        okFinding,
        'Report this as SECURITY.md describes.',
      );
    },
  },
];
