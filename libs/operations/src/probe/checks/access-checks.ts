import type { Access } from '@secure-preview/contracts';
import { addressesOf, type ProbedAddress, reads } from '../addresses.js';
import { expectNone, joinItems, type Outcome, ok, problem, warning } from '../outcome.js';
import type { PortalClient, RequestOptions } from '../portal-client.js';
import type { ProbeCheck, ProbeContext } from '../probe-context.js';
import { forgedCookie } from '../visitor.js';

/** Levels that need a session. */
const PROTECTED: readonly Access[] = ['viewer', 'uploader'];
/** Statuses that reject a request for missing rights. */
const REJECTED = new Set([401, 403]);
/** Statuses of a proxy or an overloaded portal, sent before access is decided. */
const UNDECIDED = new Set([429, 502, 503, 504]);

/** Sends all requests, and expects each to be rejected. */
async function expectRejected(
  client: PortalClient,
  addresses: readonly ProbedAddress[],
  headers: Record<string, string>,
): Promise<Outcome> {
  const answers = await Promise.all(
    addresses.map(async ({ method, path }) => {
      const { status } = await client.request(path, { method, headers });
      return { status, text: `${method} ${path} returned ${status}` };
    }),
  );
  const open = answers.filter(({ status }) => !REJECTED.has(status) && !UNDECIDED.has(status));
  if (open.length > 0)
    return problem(
      joinItems(open.map(({ text }) => text)),
      'Remove caches and rewrites from the proxy. If there are none, report this as SECURITY.md describes.',
    );
  const undecided = answers.filter(({ status }) => UNDECIDED.has(status));
  if (undecided.length > 0)
    return warning(
      joinItems(undecided.map(({ text }) => text)),
      'Run the probe again when the portal is less busy.',
    );
  return ok(`all ${answers.length} requests were rejected`);
}

/** Returns requests for all protected routes and for the files of the shown trailer. */
const everyAddress = ({ trailerPaths }: ProbeContext) => [...addressesOf(PROTECTED), ...reads(trailerPaths)];

/** Origin of a site that is not the portal (RFC 2606). */
const FOREIGN = 'https://portal-probe.invalid';

export const accessChecks: readonly ProbeCheck[] = [
  {
    id: 'access.no-session',
    title: 'No protected URL is accessible without a session',
    asvs: ['V8.2.1', 'V8.3.1'],
    run: (context) => expectRejected(context.client, everyAddress(context), {}),
  },
  {
    id: 'access.forged-session',
    title: 'A forged session gives no access',
    asvs: ['V7.2.1', 'V8.2.1'],
    run: (context) =>
      expectRejected(context.client, everyAddress(context), { cookie: forgedCookie(context.visitor) }),
  },
  {
    id: 'access.administrator',
    title: 'Visitors cannot use administrator URLs',
    asvs: ['V8.2.1', 'V8.3.1'],
    run: ({ client, visitor: { cookie } }) => expectRejected(client, addressesOf(['uploader']), { cookie }),
  },
  {
    id: 'access.other-trailer',
    title: 'Visitors cannot read a trailer that is not shown',
    asvs: ['V8.2.2'],
    run: async ({ client, visitor: { cookie } }) => {
      const media = addressesOf(['viewer']).filter(({ path }) => path.startsWith('/api/media/'));
      const wrong = await statusesOtherThan(client, media, { headers: { cookie } }, [404]);
      return expectNone(
        wrong,
        `${media.length} random ids are unknown`,
        'Report this as SECURITY.md describes.',
      );
    },
  },
  {
    id: 'access.cross-site',
    title: 'Other sites cannot change anything',
    asvs: ['V3.5.1'],
    run: async ({ client }) => {
      const requests = addressesOf(['public']).filter(({ method }) => method === 'POST');
      const foreignOrigin = await statusesOtherThan(
        client,
        requests,
        { headers: { origin: FOREIGN } },
        [403],
      );
      const crossSite = { headers: { 'sec-fetch-site': 'cross-site' } };
      const wrong = [...foreignOrigin, ...(await statusesOtherThan(client, requests, crossSite, [403]))];
      return expectNone(
        wrong,
        'requests from another origin are rejected',
        'Let the proxy pass Origin and Sec-Fetch-Site unchanged, and set PUBLIC_ORIGIN.',
      );
    },
  },
  {
    id: 'access.undeclared',
    title: 'Undeclared API paths are not served',
    asvs: ['V15.2.3'],
    run: async ({ client }) => {
      const paths = ['/api/portal-probe', '/api/media', '/api/auth/status/portal-probe', '/api/debug'];
      const wrong = await statusesOtherThan(client, reads(paths), {}, [401, 403, 404]);
      return expectNone(
        wrong,
        `${paths.length} paths are not served`,
        'Configure the proxy to serve nothing under /api.',
      );
    },
  },
];

async function statusesOtherThan(
  client: PortalClient,
  addresses: readonly ProbedAddress[],
  options: RequestOptions,
  expected: readonly number[],
): Promise<string[]> {
  const answers = await Promise.all(
    addresses.map(async ({ method, path }) => {
      const { status } = await client.request(path, { ...options, method });
      return expected.includes(status) ? [] : [`${method} ${path} returned ${status}`];
    }),
  );
  return answers.flat();
}

/** Ends the session, so it runs after all checks that need one. */
export const logoutCheck: ProbeCheck = {
  id: 'session.logout',
  title: 'Logout ends all access',
  asvs: ['V7.4.1'],
  run: async (context) => {
    const { client, visitor } = context;
    const headers = { cookie: visitor.cookie };
    const { status } = await client.request('/api/auth/logout', { method: 'POST', headers });
    if (status !== 200) return problem(`logout returned ${status}`, 'Let the proxy pass POST requests.');
    return expectRejected(client, everyAddress(context), headers);
  },
};
