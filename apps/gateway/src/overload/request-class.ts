import { type HttpRoute, routes } from '@secure-preview/contracts';
import type { Request } from 'express';
import { stateOf } from '../http/portal-request.js';
import { SESSION_COOKIE } from '../sessions/session-middleware.js';

/**
 * What a request is for, and up to which share of what a gateway can bear it is still taken; the rest of the room is
 * kept for those below it. A new visitor is better asked to wait than somebody in the middle of the film, and a name
 * that was typed at the gate is not asked for twice.
 */
export const requestClasses = {
  /** Somebody opens a page, or asks for what does not exist. */
  arrival: 0.6,
  /** What a page that was opened consists of. */
  page: 0.7,
  administrator: 0.8,
  /** What somebody past the gate does. */
  watching: 0.9,
  lead: 1,
} as const;
export type RequestClass = keyof typeof requestClasses;

const { auth, portal } = routes;
const health = new Set<HttpRoute>([portal.live, portal.ready]);
/** Asked by everybody who has the page; by whom is told by whether they bring a session. */
const ofEverybody = new Set<HttpRoute>([auth.status, auth.logout, auth.logoutLink]);

const bringsSession = (request: Request) => request.get('cookie')?.includes(`${SESSION_COOKIE}=`) ?? false;
const isFile = ({ path }: Request) => /\.\w+$/.test(path) && !path.startsWith('/api/');

/** The class of a request; undefined for one that is always answered, such as whether the process lives. */
export function classOf(request: Request): RequestClass | undefined {
  const { route } = stateOf(request);
  if (!route) return isFile(request) ? 'page' : 'arrival';
  if (health.has(route)) return undefined;
  if (route === auth.leadCapture) return 'lead';
  if (route.access === 'uploader' || route === auth.uploadPassword) return 'administrator';
  if (route.access === 'viewer' || (ofEverybody.has(route) && bringsSession(request))) return 'watching';
  return route === portal.openapi ? 'arrival' : 'page';
}
