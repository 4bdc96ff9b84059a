import { routes } from '@secure-preview/contracts';
import { addressesOf, publicReads, reads } from '../addresses.js';
import { expectNone } from '../outcome.js';
import type { Answer } from '../portal-client.js';
import type { ProbeCheck, ProbeContext } from '../probe-context.js';

const NO_CACHE = 'Remove the cache for /api from the proxy or CDN, and let it pass Cache-Control unchanged.';

/** Returns whether a cache on the way says that it answered (RFC 9111, 5.1; RFC 9211). */
function fromCache({ headers }: Answer): boolean {
  const hints = [
    headers['x-cache'],
    headers['cf-cache-status'],
    headers['x-cache-status'],
    headers['cache-status'],
  ];
  return headers.age !== undefined || /\bhit\b/i.test(hints.flat().join(' '));
}

/** Answers that differ between visitors. */
const privatePaths = ({ filmPaths }: ProbeContext): string[] => [
  routes.auth.status.path,
  routes.trailers.active.path,
  routes.portal.previewTexts.path,
  ...filmPaths,
];

/** Returns whether an answer to a stranger holds what only a visitor may have. */
const isPrivate = ({ status, body }: Answer): boolean =>
  status < 400 && !(body.startsWith('{') && body.includes('"authenticated":false'));

export const cachingChecks: readonly ProbeCheck[] = [
  {
    id: 'caching.headers',
    title: 'No cache may store answers of the API',
    asvs: ['V14.3.2'],
    run: async (context) => {
      const { client } = context;
      const gets = addressesOf(['viewer', 'uploader']).filter(({ method }) => method === 'GET');
      const paths = [...publicReads(), ...gets, ...reads(context.filmPaths)].map(({ path }) => path);
      const { cookie } = context.visitor;
      const wrong = await Promise.all(
        paths.map(async (path) => {
          const { headers } = await client.ask(path, { headers: { cookie } });
          return /\bno-store\b/.test(headers['cache-control'] ?? '') ? [] : [`${path} lacks no-store`];
        }),
      );
      return expectNone(wrong.flat(), `${paths.length} answers are no-store`, NO_CACHE);
    },
  },
  {
    id: 'caching.shared',
    title: 'Strangers get no answer of a visitor from a cache',
    asvs: ['V14.2.2'],
    run: async (context) => {
      const { client, visitor } = context;
      const paths = privatePaths(context);
      const wrong = await Promise.all(
        paths.map(async (path) => {
          // A cache stores the first answer. The second shows whether it says so.
          await client.ask(path, { headers: { cookie: visitor.cookie } });
          const again = await client.ask(path, { headers: { cookie: visitor.cookie } });
          const stranger = await client.ask(path);
          if (isPrivate(stranger)) return [`${path} answers ${stranger.status} to strangers`];
          return fromCache(again) ? [`${path} comes from a cache`] : [];
        }),
      );
      return expectNone(wrong.flat(), `${paths.length} private answers are not shared`, NO_CACHE);
    },
  },
  {
    id: 'caching.deception',
    title: 'Private answers have one address each',
    asvs: ['V14.2.5'],
    run: async (context) => {
      const { client, visitor } = context;
      const paths = privatePaths(context).map((path) => `${path}/portal-probe.css`);
      const wrong = await Promise.all(
        paths.map(async (path) => {
          const { status } = await client.ask(path, { headers: { cookie: visitor.cookie } });
          return status < 400 ? [`${path} answers ${status}`] : [];
        }),
      );
      return expectNone(wrong.flat(), 'longer addresses are unknown', 'Let the proxy pass paths unchanged.');
    },
  },
];
