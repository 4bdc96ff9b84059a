import type { Access } from '@secure-preview/contracts';
import { addressesOf, type ProbedAddress, reads } from '../addresses.js';
import { expectNone, joined, type Outcome, ok, problem, warning } from '../outcome.js';
import type { Ask, PortalClient } from '../portal-client.js';
import type { ProbeCheck, ProbeContext } from '../probe-context.js';
import { forgedCookie } from '../visitor.js';

/** Levels that need a session. */
const PROTECTED: readonly Access[] = ['viewer', 'uploader'];
/** Statuses that refuse a request for lack of rights. */
const REFUSED = new Set([401, 403]);
/** Statuses of a proxy or of an overload. They come before the decision on access. */
const UNDECIDED = new Set([429, 502, 503, 504]);

/** Sends all requests, and expects each to be refused. */
async function expectRefused(
  client: PortalClient,
  addresses: readonly ProbedAddress[],
  headers: Record<string, string>,
): Promise<Outcome> {
  const answers = await Promise.all(
    addresses.map(async ({ method, path }) => {
      const { status } = await client.ask(path, { method, headers });
      return { status, text: `${method} ${path} answers ${status}` };
    }),
  );
  const open = answers.filter(({ status }) => !REFUSED.has(status) && !UNDECIDED.has(status));
  if (open.length > 0)
    return problem(
      joined(open.map(({ text }) => text)),
      'Remove caches and rewrites from the proxy. Without any, report this: SECURITY.md says how.',
    );
  const late = answers.filter(({ status }) => UNDECIDED.has(status));
  if (late.length > 0)
    return warning(joined(late.map(({ text }) => text)), 'Run the probe again when it is quiet.');
  return ok(`all ${answers.length} addresses refuse`);
}

/** Returns every media and administrator address: all protected routes, and those of the shown trailer. */
const everyAddress = ({ filmPaths }: ProbeContext) => [...addressesOf(PROTECTED), ...reads(filmPaths)];

/** Address of a site that is not the portal (RFC 2606). */
const FOREIGN = 'https://portal-probe.invalid';

export const accessChecks: readonly ProbeCheck[] = [
  {
    id: 'access.no-session',
    title: 'Nothing opens without a session',
    asvs: ['V8.2.1', 'V8.3.1'],
    run: (context) => expectRefused(context.client, everyAddress(context), {}),
  },
  {
    id: 'access.forged-session',
    title: 'Nothing opens with a forged session',
    asvs: ['V7.2.1', 'V8.2.1'],
    run: (context) =>
      expectRefused(context.client, everyAddress(context), { cookie: forgedCookie(context.visitor) }),
  },
  {
    id: 'access.administrator',
    title: 'Visitors reach no address of the administrator',
    asvs: ['V8.2.1', 'V8.3.1'],
    run: ({ client, visitor: { cookie } }) => expectRefused(client, addressesOf(['uploader']), { cookie }),
  },
  {
    id: 'access.other-trailer',
    title: 'Visitors reach no trailer that is not shown',
    asvs: ['V8.2.2'],
    run: async ({ client, visitor: { cookie } }) => {
      const media = addressesOf(['viewer']).filter(({ path }) => path.startsWith('/api/media/'));
      const wrong = await statusesOtherThan(client, media, { headers: { cookie } }, [404]);
      return expectNone(
        wrong,
        `${media.length} made-up ids are unknown`,
        'Report this: SECURITY.md says how.',
      );
    },
  },
  {
    id: 'access.cross-site',
    title: 'Other sites cannot change anything',
    asvs: ['V3.5.1'],
    run: async ({ client }) => {
      const requests = [{ method: 'POST', path: '/api/auth/logout' }];
      const own = await statusesOtherThan(client, requests, { headers: { origin: FOREIGN } }, [403]);
      const fetched = { headers: { 'sec-fetch-site': 'cross-site' } };
      const wrong = [...own, ...(await statusesOtherThan(client, requests, fetched, [403]))];
      return expectNone(
        wrong,
        'requests from another origin are refused',
        'Let the proxy pass Origin and Sec-Fetch-Site unchanged, and set PUBLIC_ORIGIN.',
      );
    },
  },
  {
    id: 'access.undeclared',
    title: 'Undeclared addresses of the API are unknown',
    asvs: ['V15.2.3'],
    run: async ({ client }) => {
      const paths = ['/api/portal-probe', '/api/media', '/api/auth/status/portal-probe', '/api/debug'];
      const wrong = await statusesOtherThan(client, reads(paths), {}, [401, 403, 404]);
      return expectNone(
        wrong,
        `${paths.length} addresses are unknown`,
        'Remove what the proxy serves under /api.',
      );
    },
  },
];

async function statusesOtherThan(
  client: PortalClient,
  addresses: readonly ProbedAddress[],
  ask: Ask,
  expected: readonly number[],
): Promise<string[]> {
  const answers = await Promise.all(
    addresses.map(async ({ method, path }) => {
      const { status } = await client.ask(path, { ...ask, method });
      return expected.includes(status) ? [] : [`${method} ${path} answers ${status}`];
    }),
  );
  return answers.flat();
}

/** Ends the session, so it runs after all checks that need one. */
export const logoutCheck: ProbeCheck = {
  id: 'session.logout',
  title: 'Nothing opens after logout',
  asvs: ['V7.4.1'],
  run: async (context) => {
    const { client, visitor } = context;
    const headers = { cookie: visitor.cookie };
    const { status } = await client.ask('/api/auth/logout', { method: 'POST', headers });
    if (status !== 200) return problem(`logout answers ${status}`, 'Let the proxy pass POST requests.');
    return expectRefused(client, everyAddress(context), headers);
  },
};
