import { type HttpRoute, routes, SESSION_COOKIE } from '@secure-preview/contracts';
import type { Request } from 'express';
import { stateOf } from '../http/portal-request.js';

/**
 * Classes of requests by purpose, in the order in which they are rejected. Each is admitted up to its share
 * of the capacity; the rest is reserved for later classes. Pages and files are rejected before administrators
 * and viewers, because anyone can request them. Submitted gate forms are rejected last. They may exceed the capacity:
 * with the default of 128 requests and 700 leads a second, a pause of the database of 0.2 s would otherwise cause
 * rejections. With 1024 requests, the limits of the services' lists apply first.
 */
export const requestClasses = {
  /** Page loads, and requests for undeclared paths. */
  arrival: 0.6,
  /** Data of an opened page. */
  page: 0.7,
  /** Files of the web app. Without them, an admitted page stays blank or unstyled until it is reloaded. */
  file: 0.75,
  administrator: 0.8,
  /** Requests of visitors past the gate. */
  watching: 0.9,
  lead: 8,
} as const;
export type RequestClass = keyof typeof requestClasses;

const { auth, entry, portal } = routes;
const healthRoutes = new Set<HttpRoute>([portal.live, portal.ready]);
/** Routes that all pages use. Their class depends on the session cookie. */
const sharedRoutes = new Set<HttpRoute>([auth.status, auth.logout, auth.logoutLink, entry.forgetBrowser]);

/** Forms with which visitors enter. */
const entryFormRoutes = new Set<HttpRoute>([
  auth.leadCapture,
  entry.requestCode,
  entry.enterWithCode,
  entry.readInvitation,
  entry.enterWithInvitation,
]);

const hasSessionCookie = (request: Request) => request.get('cookie')?.includes(`${SESSION_COOKIE}=`) ?? false;

/**
 * Returns the class of a request; undefined for health checks, which are always answered.
 * @param files paths of the web app's files
 */
export function classOf(request: Request, files: ReadonlySet<string>): RequestClass | undefined {
  const { route } = stateOf(request);
  const { method, path } = request;
  if (!route) return (method === 'GET' || method === 'HEAD') && files.has(path) ? 'file' : 'arrival';
  if (healthRoutes.has(route)) return undefined;
  if (entryFormRoutes.has(route)) return 'lead';
  if (route.access === 'uploader' || route === auth.uploadPassword || route === entry.enterAsAdministrator)
    return 'administrator';
  if (route.access === 'viewer' || (sharedRoutes.has(route) && hasSessionCookie(request))) return 'watching';
  return route === portal.openapi ? 'arrival' : 'page';
}
