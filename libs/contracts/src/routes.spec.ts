import { errorCodes } from './errors/error-codes.js';
import { allRoutes } from './routes.js';

describe('the table of routes', () => {
  it('has one route per method and path', () => {
    const keys = allRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(allRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'declares parameters, response and errors of %s',
    (_name, route) => {
      expect(route.path).toMatch(/^\/api\//);
      expect(route.summary.length).toBeGreaterThan(10);
      const parameters = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      const declared =
        route.params && 'def' in route.params ? Object.keys((route.params as never)['shape']) : [];
      expect(declared).toEqual(parameters);
      expect(route.body === undefined || route.method !== 'GET').toBe(true);
      expect(
        [route.response, route.produces, route.status === 302 || undefined].filter(Boolean),
      ).toHaveLength(1);
      for (const code of route.errors) expect(errorCodes).toHaveProperty(code);
    },
  );

  it('opens only these routes to the public', () => {
    const open = allRoutes
      .filter(({ access }) => access === 'public')
      .map(({ method, path }) => `${method} ${path}`);
    expect(open.sort()).toEqual([
      'GET /api/auth/status',
      'GET /api/config',
      'GET /api/gate/images/:imageId',
      'GET /api/health/live',
      'GET /api/health/ready',
      'GET /api/logout',
      'GET /api/openapi.json',
      'POST /api/auth/access-request',
      'POST /api/auth/administrator',
      'POST /api/auth/code',
      'POST /api/auth/code/verify',
      'POST /api/auth/forget-browser',
      'POST /api/auth/invitation',
      'POST /api/auth/invitation/enter',
      'POST /api/auth/lead-capture',
      'POST /api/auth/logout',
    ]);
  });
});
