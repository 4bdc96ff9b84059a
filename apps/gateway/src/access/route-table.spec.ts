import { allRoutes, routes } from '@secure-preview/contracts';
import { findRoute } from './route-table.js';

describe('findRoute', () => {
  it.each(allRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'finds the declared route %s',
    (_name, route) => {
      expect(findRoute(route.method, route.path.replace(/:\w+/g, 'some-id.x')).route).toBe(route);
    },
  );

  it('treats HEAD as GET', () => {
    expect(findRoute('HEAD', '/api/auth/status').route).toBe(routes.auth.status);
  });

  it('lists the routes of a known path for any method, and none for an unknown path', () => {
    expect(findRoute('PUT', '/api/trailers').onPath).toEqual([routes.trailers.list, routes.trailers.create]);
    expect(findRoute('PUT', '/api/trailers').route).toBeUndefined();
    expect(findRoute('GET', '/api/trailers/a/b/c')).toEqual({ route: undefined, onPath: [] });
  });

  it.each([
    '/api/trailers/',
    '/API/trailers',
    '/api//trailers',
    '/api/trailers/%E0%A4%A',
    '/api/trailers%2f',
  ])('does not match another spelling of a path, such as %s', (path) => {
    expect(findRoute('GET', path).onPath).toEqual([]);
  });
});
