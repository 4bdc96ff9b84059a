import { errorBody, routes } from '@secure-preview/contracts';
import { expectNone } from '../outcome.js';
import type { RequestOptions } from '../portal-client.js';
import type { ProbeCheck } from '../probe-context.js';

const gate = routes.auth.leadCapture;

/** Requests that fail without side effects. */
const failing: readonly (readonly [path: string, options: RequestOptions])[] = [
  ['/api/portal-probe', {}],
  ['/api/%ff', {}],
  [routes.trailers.active.path, {}],
  [routes.trailers.active.path, { method: 'DELETE' }],
  [gate.path, { method: gate.method, body: '{"name":' }],
  [gate.path, { method: gate.method, body: '{}' }],
  [gate.path, { method: gate.method, body: 'name=x', headers: { 'content-type': 'text/plain' } }],
  [gate.path, { method: gate.method, body: '{"__proto__":{"name":"x"}}' }],
];

/** Matches stack traces, queries, file names and server addresses. */
const INTERNALS = /\n\s+at \S|node_modules|\.[jt]s:\d+:\d+|SELECT |ECONNREFUSED|postgres:\/\/|redis:\/\//;

export const errorChecks: readonly ProbeCheck[] = [
  {
    id: 'errors.internals',
    title: 'Errors reveal no internals',
    asvs: ['V16.5.1'],
    run: async ({ client }) => {
      const wrong = await Promise.all(
        failing.map(async ([path, options]) => {
          const { status, body } = await client.request(path, options);
          const request = `${options.method ?? 'GET'} ${path}`;
          if (status < 400) return [`${request} returned ${status}`];
          if (INTERNALS.test(body)) return [`${request} reveals internals`];
          return isErrorBody(body) ? [] : [`${request} is not answered by the portal (${status})`];
        }),
      );
      return expectNone(
        wrong.flat(),
        `${failing.length} errors have the form of the portal`,
        'Let the proxy pass errors of the portal unchanged.',
      );
    },
  },
];

function isErrorBody(body: string): boolean {
  try {
    return errorBody.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}
