import { allRoutes, type HttpRoute, routes } from '@secure-preview/contracts';
import type { TraceContext } from '@secure-preview/service-kit';
import type { Request } from 'express';
import { beginState } from '../http/portal-request.js';
import { SESSION_COOKIE } from '../sessions/session-middleware.js';
import { classOf } from './request-class.js';

const { auth, portal } = routes;
const session = `theme=dark; ${SESSION_COOKIE}=abc`;

function classed(path: string, route?: HttpRoute, cookie?: string) {
  const request = { path, get: (name: string) => (name === 'cookie' ? cookie : undefined) };
  beginState(request as unknown as Request, 'id', {} as TraceContext, { onPath: [], route });
  return classOf(request as unknown as Request);
}
const ofRoute = (route: HttpRoute, cookie?: string) => classed(route.path, route, cookie);

it.each([
  ['/', 'arrival'],
  ['/upload', 'arrival'],
  ['/assets/app-1a2b3c.js', 'page'],
  ['/favicon.ico', 'page'],
  ['/api/none.json', 'arrival'],
])('takes %s, which is no route, for %s', (path, kind) => {
  expect(classed(path)).toBe(kind);
});

it('always answers whether the portal lives and is ready', () => {
  expect([ofRoute(portal.live), ofRoute(portal.ready)]).toEqual([undefined, undefined]);
});

it('keeps the last room for a name that was typed at the gate', () => {
  expect(allRoutes.filter((route) => ofRoute(route) === 'lead')).toEqual([auth.leadCapture]);
});

it('takes the upload password, and all that it opens, for the administrator', () => {
  expect(ofRoute(auth.uploadPassword)).toBe('administrator');
  for (const route of allRoutes.filter(({ access }) => access === 'uploader')) {
    expect([route.path, ofRoute(route, session)]).toEqual([route.path, 'administrator']);
  }
});

it('takes all else that is past the gate for watching, with a session or not', () => {
  const past = allRoutes.filter((route) => route.access === 'viewer' && route !== auth.uploadPassword);
  expect(past).not.toEqual([]);
  for (const route of past) expect([route.path, ofRoute(route)]).toEqual([route.path, 'watching']);
});

it.each([auth.status, auth.logout, auth.logoutLink])(
  'tells by the session whether $path is asked by who watches',
  (route) => {
    expect(ofRoute(route, session)).toBe('watching');
    expect(ofRoute(route, 'theme=dark')).toBe('page');
    expect(ofRoute(route)).toBe('page');
  },
);

it('takes what a page needs for a part of it, whoever asks, and the description of the interface for none', () => {
  expect(ofRoute(portal.config, session)).toBe('page');
  expect(ofRoute(portal.openapi, session)).toBe('arrival');
});
