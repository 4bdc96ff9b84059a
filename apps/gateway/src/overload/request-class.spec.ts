import { allRoutes, type HttpRoute, routes, SESSION_COOKIE } from '@secure-preview/contracts';
import type { TraceContext } from '@secure-preview/service-kit';
import type { Request } from 'express';
import { beginState } from '../http/portal-request.js';
import { classOf } from './request-class.js';

const { auth, entry, portal } = routes;
const sessionCookie = `theme=dark; ${SESSION_COOKIE}=abc`;

const files = new Set(['/assets/app-1a2b3c.js', '/favicon.svg']);

function classify(path: string, route?: HttpRoute, cookie?: string, method: string = route?.method ?? 'GET') {
  const request = { method, path, get: (name: string) => (name === 'cookie' ? cookie : undefined) };
  beginState(request as unknown as Request, 'id', { trace: {} as TraceContext }, { onPath: [], route });
  return classOf(request as unknown as Request, files);
}
const classOfRoute = (route: HttpRoute, cookie?: string) => classify(route.path, route, cookie);

it.each([
  ['/', 'arrival'],
  ['/upload', 'arrival'],
  ['/assets/app-1a2b3c.js', 'file'],
  ['/favicon.svg', 'file'],
  ['/favicon.ico', 'arrival'],
  ['/assets', 'arrival'],
  ['/a.b', 'arrival'],
  ['/api/none.json', 'arrival'],
])('classifies %s, which is not a route, as %s', (path, kind) => {
  expect(classify(path)).toBe(kind);
});

it('classifies only GET and HEAD of a file as file', () => {
  const methods = ['GET', 'HEAD', 'POST', 'DELETE'];
  const classes = methods.map((method) => classify('/favicon.svg', undefined, undefined, method));
  expect(classes).toEqual(['file', 'file', 'arrival', 'arrival']);
});

it('gives health checks no class, because they are always admitted', () => {
  expect([classOfRoute(portal.live), classOfRoute(portal.ready)]).toEqual([undefined, undefined]);
});

it('classifies only the forms of the gate as lead', () => {
  expect(allRoutes.filter((route) => classOfRoute(route) === 'lead')).toEqual([
    auth.leadCapture,
    entry.requestCode,
    entry.enterWithCode,
    entry.readInvitation,
    entry.enterWithInvitation,
  ]);
});

it('classifies the upload password and all uploader routes as administrator', () => {
  for (const route of [auth.uploadPassword, entry.enterAsAdministrator])
    expect(classOfRoute(route)).toBe('administrator');
  for (const route of allRoutes.filter(({ access }) => access === 'uploader')) {
    expect([route.path, classOfRoute(route, sessionCookie)]).toEqual([route.path, 'administrator']);
  }
});

it('classifies all other viewer routes as watching, even without a session', () => {
  const viewerRoutes = allRoutes.filter(
    (route) => route.access === 'viewer' && route !== auth.uploadPassword,
  );
  expect(viewerRoutes).not.toEqual([]);
  for (const route of viewerRoutes)
    expect([route.path, classOfRoute(route)]).toEqual([route.path, 'watching']);
});

it.each([auth.status, auth.logout, auth.logoutLink])(
  'classifies $path as watching with a session cookie, and as page otherwise',
  (route) => {
    expect(classOfRoute(route, sessionCookie)).toBe('watching');
    expect(classOfRoute(route, 'theme=dark')).toBe('page');
    expect(classOfRoute(route)).toBe('page');
  },
);

it('classifies the configuration as `page`, even with a session, and the OpenAPI document as `arrival`', () => {
  expect(classOfRoute(portal.config, sessionCookie)).toBe('page');
  expect(classOfRoute(portal.openapi, sessionCookie)).toBe('arrival');
});
