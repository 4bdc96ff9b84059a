import { type HttpRoute, routes } from '@secure-preview/contracts';
import type { Request } from 'express';
import { stateOf } from '../http/portal-request.js';
import { SESSION_COOKIE } from '../sessions/session-middleware.js';

/**
 * Classes of requests by purpose, each with the share of the capacity up to which it is admitted. The rest is
 * reserved for later classes. New visitors wait so that current viewers are not interrupted, and a submitted
 * gate form is refused last of all.
 */
export const requestClasses = {
  /** Page loads, and requests for undeclared paths. */
  arrival: 0.6,
  /** Data of an opened page. */
  page: 0.7,
  administrator: 0.8,
  /** Requests of visitors past the gate. */
  watching: 0.9,
  /** Files of an opened page. They are cheap, and a page that lacks one stays broken until it is reloaded. */
  file: 0.95,
  lead: 1,
} as const;
export type RequestClass = keyof typeof requestClasses;

const { auth, portal } = routes;
const health = new Set<HttpRoute>([portal.live, portal.ready]);
/** Routes that every page uses. The class depends on the session cookie. */
const ofEverybody = new Set<HttpRoute>([auth.status, auth.logout, auth.logoutLink]);

const bringsSession = (request: Request) => request.get('cookie')?.includes(`${SESSION_COOKIE}=`) ?? false;
const isFile = ({ path }: Request) => /\.\w+$/.test(path) && !path.startsWith('/api/');

/** Returns the class of a request; undefined for health checks, which are always answered. */
export function classOf(request: Request): RequestClass | undefined {
  const { route } = stateOf(request);
  if (!route) return isFile(request) ? 'file' : 'arrival';
  if (health.has(route)) return undefined;
  if (route === auth.leadCapture) return 'lead';
  if (route.access === 'uploader' || route === auth.uploadPassword) return 'administrator';
  if (route.access === 'viewer' || (ofEverybody.has(route) && bringsSession(request))) return 'watching';
  return route === portal.openapi ? 'arrival' : 'page';
}
