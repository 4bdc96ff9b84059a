import { isIP } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { DAY_MS } from '@secure-preview/contracts';
import { NotRunError, ok, problem, warning } from '../outcome.js';
import { PortalClient } from '../portal-client.js';
import type { ProbeCheck } from '../probe-context.js';

/** Milliseconds for a handshake. */
const HANDSHAKE_MS = 5000;
/** Remaining days of a certificate below which the probe warns. */
const RENEWAL_DAYS = 14;
const YEAR_SECONDS = 31_536_000;

const USE_TLS = 'Put a proxy with TLS in front (docs/DEPLOYMENT.md), and set PUBLIC_ORIGIN.';

/** Opens a TLS connection that accepts any certificate. @throws Error when the handshake fails */
function handshake({ hostname, port }: URL, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const servername = isIP(host) ? '' : host;
  return new Promise((resolve, reject) => {
    const socket = connect(
      { host, servername, port: Number(port || 443), rejectUnauthorized: false, ...options },
      () => resolve(socket),
    );
    socket.setTimeout(HANDSHAKE_MS, () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
  });
}

function requireTls({ protocol }: URL): void {
  if (protocol !== 'https:') throw new NotRunError('The URL does not use TLS.');
}

export const transportChecks: readonly ProbeCheck[] = [
  {
    id: 'tls.used',
    title: 'The portal is reached over TLS',
    asvs: ['V12.2.1'],
    run: async ({ client: { base } }) => {
      if (base.protocol === 'https:') return ok('HTTPS');
      const isLocal = /^(localhost|127\.[\d.]+|\[::1\])$/.test(base.hostname);
      return isLocal
        ? warning('plain HTTP on this machine; TLS was not checked', USE_TLS)
        : problem('plain HTTP: names, cookies and the video can be intercepted', USE_TLS);
    },
  },
  {
    id: 'tls.certificate',
    title: 'Browsers trust the certificate',
    asvs: ['V12.2.2'],
    run: async ({ client: { base } }) => {
      requireTls(base);
      const socket = await handshake(base);
      const { authorized, authorizationError } = socket;
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS);
      socket.destroy();
      if (!authorized)
        return problem(
          `it is not trusted (${authorizationError})`,
          'Install a publicly trusted certificate.',
        );
      if (days < RENEWAL_DAYS)
        return warning(`days until it expires: ${days}`, 'Check that it is renewed automatically.');
      return ok(`trusted; days until it expires: ${days}`);
    },
  },
  {
    id: 'tls.versions',
    title: 'Only TLS 1.2 and newer are enabled',
    asvs: ['V12.1.1'],
    run: async ({ client: { base } }) => {
      requireTls(base);
      const socket = await handshake(base);
      const version = socket.getProtocol();
      socket.destroy();
      // Security level 0 lets this client offer the old versions.
      const oldVersions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const;
      const accepted = await handshake(base, oldVersions).catch(() => undefined);
      accepted?.destroy();
      if (accepted)
        return problem('TLS 1.1 or older is accepted', 'Enable only TLS 1.2 and 1.3 at the proxy.');
      if (version === 'TLSv1.3') return ok('TLS 1.3; 1.1 and older are rejected');
      return warning(`${version} is the newest version`, 'Enable TLS 1.3 at the proxy.');
    },
  },
  {
    id: 'tls.hsts',
    title: 'Browsers use only TLS after the first visit',
    asvs: ['V3.4.1'],
    run: async ({ client }) => {
      requireTls(client.base);
      const { headers } = await client.request('/');
      const value = headers['strict-transport-security'] ?? '';
      const age = Number(/max-age=(\d+)/i.exec(value)?.[1] ?? 0);
      if (age < YEAR_SECONDS)
        return problem(
          age === 0 ? 'Strict-Transport-Security is missing' : `max-age is ${age} s`,
          'Let the proxy set X-Forwarded-Proto, and name the proxy in TRUST_PROXY. The portal then sends a max-age of one year.',
        );
      if (/includeSubDomains/i.test(value)) return ok(value);
      return warning(
        'includeSubDomains is missing; ASVS level 2 requires it',
        'If all subdomains use TLS, let the proxy add includeSubDomains.',
      );
    },
  },
  {
    id: 'tls.redirect',
    title: 'Plain HTTP redirects to HTTPS',
    asvs: ['V12.2.1'],
    run: async ({ client: { base } }) => {
      requireTls(base);
      if (base.port !== '') throw new NotRunError('The plain HTTP port is known only for port 443.');
      const plain = new PortalClient(new URL(`http://${base.hostname}/`), {
        insecure: false,
        signal: AbortSignal.timeout(HANDSHAKE_MS),
      });
      const answer = await plain.request('/').catch(() => undefined);
      plain.close();
      if (answer === undefined) return ok('port 80 is closed');
      const { status, headers } = answer;
      const target = URL.canParse(headers.location ?? '') ? new URL(headers.location ?? '') : undefined;
      if (status >= 300 && status < 400 && target?.origin === base.origin)
        return ok(`redirected with ${status}`);
      return problem(
        `port 80 returned ${status}`,
        'Redirect it to the same name under https://, or close it.',
      );
    },
  },
];
