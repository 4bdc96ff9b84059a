import { authStatus, errorCodes, routes } from '@secure-preview/contracts';
import { type Outcome, ok, problem, warning } from '../outcome.js';
import type { Answer } from '../portal-client.js';
import type { ProbeCheck } from '../probe-context.js';

/** IP address reserved for documentation (RFC 5737). */
const FORGED_IP = '203.0.113.77';
/** Host name reserved for tests (RFC 2606). */
const FORGED_HOST = 'portal-probe.invalid';

/** Status of a request for a host name that is not allowed. */
const WRONG_HOST = errorCodes.MISDIRECTED_REQUEST.status;

const OVERWRITE =
  'Let the outermost proxy overwrite X-Forwarded-*, Forwarded and X-Real-IP, and name only your own proxies in TRUST_PROXY.';

const containsForgedHost = ({ body, headers }: Answer): boolean =>
  `${JSON.stringify(headers)}${body}`.includes(FORGED_HOST);
const hasHsts = ({ headers }: Answer): boolean => headers['strict-transport-security'] !== undefined;

export const forwardingChecks: readonly ProbeCheck[] = [
  {
    id: 'forwarding.address',
    title: 'Visitors cannot choose their IP address',
    asvs: ['V4.1.3', 'V15.3.4'],
    run: async ({ client, visitor: { cookie } }) => {
      const headers = {
        cookie,
        'x-forwarded-for': FORGED_IP,
        forwarded: `for=${FORGED_IP}`,
        'x-real-ip': FORGED_IP,
        'x-client-ip': FORGED_IP,
      };
      const { body } = await client.request(routes.auth.status.path, { headers });
      const { viewer } = authStatus.parse(JSON.parse(body));
      if (viewer === null) return warning('the session was lost', 'Run the probe again.');
      if (viewer.ip === FORGED_IP)
        return problem('a forged address is recorded as the visitor’s, and rate limits use it', OVERWRITE);
      return ok(`forged headers are ignored; the portal records ${viewer.ip}`);
    },
  },
  {
    id: 'forwarding.scheme',
    title: 'Visitors cannot choose the scheme',
    asvs: ['V4.1.3'],
    run: async ({ client }) => {
      const forged = client.base.protocol === 'http:' ? 'https' : 'http';
      const plain = await client.request(routes.portal.config.path);
      const withForged = await client.request(routes.portal.config.path, {
        headers: { 'x-forwarded-proto': forged },
      });
      if (hasHsts(plain) !== hasHsts(withForged))
        return problem(`X-Forwarded-Proto: ${forged} is trusted`, OVERWRITE);
      return ok('a forged X-Forwarded-Proto is ignored');
    },
  },
  {
    id: 'forwarding.host',
    title: 'The portal answers only to its own host names',
    asvs: ['V4.1.3'],
    run: async ({ client }) => {
      const answer = await client.request(routes.portal.config.path, { headers: { host: FORGED_HOST } });
      // The rejection contains the host in its Content-Security-Policy.
      if (answer.status === WRONG_HOST) return ok('another name is rejected');
      if (containsForgedHost(answer))
        return problem('Host appears in the response', 'Let the proxy redirect to a fixed name.');
      if (answer.status < 300)
        return problem(
          'any host name is accepted',
          'Set PUBLIC_ORIGIN, and let the proxy pass Host unchanged.',
        );
      return ok(`another name returned ${answer.status}`);
    },
  },
  {
    id: 'forwarding.forwarded-host',
    title: 'Visitors cannot choose the host name',
    asvs: ['V4.1.3'],
    run: async ({ client }): Promise<Outcome> => {
      const headers = { 'x-forwarded-host': FORGED_HOST, 'x-host': FORGED_HOST };
      const answer = await client.request('/', { headers });
      if (answer.status === WRONG_HOST)
        return warning('X-Forwarded-Host of visitors reaches the portal, which rejects it', OVERWRITE);
      if (containsForgedHost(answer)) return problem('X-Forwarded-Host appears in the response', OVERWRITE);
      return ok('a forged X-Forwarded-Host is ignored');
    },
  },
];
