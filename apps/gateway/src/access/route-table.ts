import { allRoutes, type HttpMethod, type HttpRoute } from '@secure-preview/contracts';
import { match } from 'path-to-regexp';

interface Entry {
  readonly route: HttpRoute;
  readonly matches: (path: string) => boolean;
}

const entries: readonly Entry[] = allRoutes.map((route) => {
  // As written and in no other spelling, so that every look-up by path comes to the same route.
  const test = match(route.path, { sensitive: true, trailing: false });
  return { route, matches: (path) => test(path) !== false };
});

/** What the contracts say of an address: every route on it, and the one that the method asks for. */
export interface RouteMatch {
  readonly route: HttpRoute | undefined;
  /** Routes of all methods on this path; empty for an unknown address. */
  readonly onPath: readonly HttpRoute[];
}

/** Malformed escapes match nothing. */
function decodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Finds the declared route of a request; HEAD is read as GET (RFC 9110, 9.3.2). */
export function findRoute(method: string, path: string): RouteMatch {
  if (!decodable(path)) return { route: undefined, onPath: [] };
  const wanted = (method === 'HEAD' ? 'GET' : method) as HttpMethod;
  const onPath = entries.filter(({ matches }) => matches(path)).map(({ route }) => route);
  return { route: onPath.find((route) => route.method === wanted), onPath };
}
