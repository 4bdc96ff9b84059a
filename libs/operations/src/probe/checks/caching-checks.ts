import { routes } from '@secure-preview/contracts';
import { addressesOf, publicReads, reads } from '../addresses.js';
import { expectNone } from '../outcome.js';
import type { Answer } from '../portal-client.js';
import type { ProbeCheck, ProbeContext } from '../probe-context.js';

const NO_CACHE = 'Remove the cache for /api from the proxy or CDN, and let it pass Cache-Control unchanged.';

/** Returns whether the headers show that a cache answered (RFC 9111, 5.1; RFC 9211). */
function fromCache({ headers }: Answer): boolean {
  const hints = [
    headers['x-cache'],
    headers['cf-cache-status'],
    headers['x-cache-status'],
    headers['cache-status'],
  ];
  return headers.age !== undefined || /\bhit\b/i.test(hints.flat().join(' '));
}

/** Paths whose responses differ between visitors. */
const privatePaths = ({ trailerPaths }: ProbeContext): string[] => [
  routes.auth.status.path,
  routes.trailers.active.path,
  routes.portal.previewTexts.path,
  ...trailerPaths,
];

/** Returns whether a response without a session contains private data. */
const isPrivate = ({ status, body }: Answer): boolean =>
  status < 400 && !(body.startsWith('{') && body.includes('"authenticated":false'));

export const cachingChecks: readonly ProbeCheck[] = [
  {
    id: 'caching.headers',
    title: 'API responses must not be cached',
    asvs: ['V14.3.2'],
    run: async (context) => {
      const { client } = context;
      const gets = addressesOf(['viewer', 'uploader']).filter(({ method }) => method === 'GET');
      const paths = [...publicReads(), ...gets, ...reads(context.trailerPaths)].map(({ path }) => path);
      const { cookie } = context.visitor;
      const wrong = await Promise.all(
        paths.map(async (path) => {
          const { headers } = await client.request(path, { headers: { cookie } });
          return /\bno-store\b/.test(headers['cache-control'] ?? '') ? [] : [`${path} lacks no-store`];
        }),
      );
      return expectNone(wrong.flat(), `${paths.length} responses are no-store`, NO_CACHE);
    },
  },
  {
    id: 'caching.shared',
    title: 'Caches do not share private responses',
    asvs: ['V14.2.2'],
    run: async (context) => {
      const { client, visitor } = context;
      const paths = privatePaths(context);
      const wrong = await Promise.all(
        paths.map(async (path) => {
          // If there is a cache, it stores the first response. The headers of the second response show a cache hit.
          await client.request(path, { headers: { cookie: visitor.cookie } });
          const second = await client.request(path, { headers: { cookie: visitor.cookie } });
          const anonymous = await client.request(path);
          if (isPrivate(anonymous)) return [`${path} returned ${anonymous.status} without a session`];
          return fromCache(second) ? [`${path} comes from a cache`] : [];
        }),
      );
      return expectNone(wrong.flat(), `${paths.length} private responses are not shared`, NO_CACHE);
    },
  },
  {
    id: 'caching.deception',
    title: 'Private responses are not served under longer paths',
    asvs: ['V14.2.5'],
    run: async (context) => {
      const { client, visitor } = context;
      const paths = privatePaths(context).map((path) => `${path}/portal-probe.css`);
      const wrong = await Promise.all(
        paths.map(async (path) => {
          const { status } = await client.request(path, { headers: { cookie: visitor.cookie } });
          return status < 400 ? [`${path} returned ${status}`] : [];
        }),
      );
      return expectNone(wrong.flat(), 'longer paths are rejected', 'Let the proxy pass paths unchanged.');
    },
  },
];
