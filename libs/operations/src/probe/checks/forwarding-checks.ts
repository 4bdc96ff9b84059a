import { authStatus, errorCodes, routes } from '@secure-preview/contracts';
import { type Outcome, ok, problem, warning } from '../outcome.js';
import type { Answer } from '../portal-client.js';
import type { ProbeCheck } from '../probe-context.js';

/** An address and a name that nobody has (RFC 5737, RFC 2606). */
const FORGED_IP = '203.0.113.77';
const FORGED_HOST = 'portal-probe.invalid';

/** Status of a request under a name that is not the portal's. */
const WRONG_HOST = errorCodes.MISDIRECTED_REQUEST.status;

const OVERWRITE =
  'Let the outermost proxy overwrite X-Forwarded-*, Forwarded and X-Real-IP, and name only your own proxies in TRUST_PROXY.';

const names = ({ body, headers }: Answer): boolean =>
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
      const { body } = await client.ask(routes.auth.status.path, { headers });
      const { viewer } = authStatus.parse(JSON.parse(body));
      if (viewer === null) return warning('the session was lost', 'Run the probe again.');
      if (viewer.ip === FORGED_IP)
        return problem('a forged address is recorded as the visitor’s, and rate limits count it', OVERWRITE);
      return ok(`forged headers are ignored; the portal records ${viewer.ip}`);
    },
  },
  {
    id: 'forwarding.scheme',
    title: 'Visitors cannot choose the scheme',
    asvs: ['V4.1.3'],
    run: async ({ client }) => {
      const forged = client.base.protocol === 'http:' ? 'https' : 'http';
      const plain = await client.ask(routes.portal.config.path);
      const other = await client.ask(routes.portal.config.path, { headers: { 'x-forwarded-proto': forged } });
      if (hasHsts(plain) !== hasHsts(other))
        return problem(`X-Forwarded-Proto: ${forged} is trusted`, OVERWRITE);
      return ok('a forged X-Forwarded-Proto is ignored');
    },
  },
  {
    id: 'forwarding.host',
    title: 'The portal answers under its own names only',
    asvs: ['V4.1.3'],
    run: async ({ client }) => {
      const answer = await client.ask(routes.portal.config.path, { headers: { host: FORGED_HOST } });
      // The portal's refusal names the host, in its policy.
      if (answer.status === WRONG_HOST) return ok('another name is refused');
      if (names(answer))
        return problem('Host appears in the answer', 'Let the proxy redirect to a fixed name.');
      if (answer.status < 300)
        return problem(
          'any host name is accepted',
          'Set PUBLIC_ORIGIN, and let the proxy pass Host unchanged.',
        );
      return ok(`another name is answered ${answer.status}`);
    },
  },
  {
    id: 'forwarding.forwarded-host',
    title: 'Visitors cannot choose the host name',
    asvs: ['V4.1.3'],
    run: async ({ client }): Promise<Outcome> => {
      const headers = { 'x-forwarded-host': FORGED_HOST, 'x-host': FORGED_HOST };
      const answer = await client.ask('/', { headers });
      if (answer.status === WRONG_HOST)
        return warning('X-Forwarded-Host of visitors reaches the portal, which refuses it', OVERWRITE);
      if (names(answer)) return problem('X-Forwarded-Host appears in the answer', OVERWRITE);
      return ok('a forged X-Forwarded-Host is ignored');
    },
  },
];
