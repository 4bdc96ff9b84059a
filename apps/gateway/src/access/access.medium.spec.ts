import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  allRoutes,
  EVENT_STREAM_TYPE,
  type HttpMethod,
  type HttpRoute,
  redisKeys,
  routes,
} from '@secure-preview/contracts';
import type { Express } from 'express';
import { Redis } from 'ioredis';
import type supertest from 'supertest';
import * as z from 'zod/mini';
import { CODE, LINK } from '../testing/fake-entry.js';
import { services, UPLOAD_PASSWORD } from '../testing/fakes.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { lead, stranger, uploader, viewer } from '../testing/visitors.js';

let env: TestEnvironment;
let gateway: RunningGateway;
type Agent = ReturnType<typeof stranger>;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  // Without an address, the routes of webhooks answer with an error; without marking, that of marked versions.
  const overrides = { webhookUrl: 'https://hooks.example', forensicMarking: true };
  services.settings = { version: 1, overrides };
  gateway = await env.readyGateway();
  const redis = new Redis(env.redis.url);
  await redis.set(redisKeys.uploadEpoch, services.epoch);
  redis.disconnect();
});
afterAll(async () => {
  await env?.stop();
});

const withName = (list: readonly HttpRoute[]) =>
  list.map((route) => [`${route.method} ${route.path}`, route] as const);
const protectedRoutes = allRoutes.filter(({ access }) => access !== 'public');
/** Parameters that are no ids. */
const parameters: Record<string, string> = { ':which': 'found' };
const pathOf = ({ path }: HttpRoute) => path.replace(/:\w+/g, (name) => parameters[name] ?? randomUUID());
const verbs = { GET: 'get', POST: 'post', PATCH: 'patch', PUT: 'put', DELETE: 'delete' } as const;
const requestTo = (agent: Agent, method: HttpMethod, path: string): supertest.Test =>
  agent[verbs[method]](path);

const email = 'grace@kino.example';
/** Settings of the gate, at the version that the fake auth-service stores. */
const gateForm = {
  get version() {
    return services.settings.version;
  },
  gateMode: 'open',
  gateAppliesTo: 'newVisitors',
  invitationProof: 'code',
  password: UPLOAD_PASSWORD,
};

/** Valid request bodies of the routes that require a body. */
const validBodies = new Map<HttpRoute, object>([
  [routes.auth.leadCapture, lead],
  [routes.auth.uploadPassword, { password: UPLOAD_PASSWORD }],
  [routes.auth.changeUploadPassword, { currentPassword: UPLOAD_PASSWORD, newPassword: 'another password' }],
  [routes.entry.requestCode, lead],
  [routes.entry.enterWithCode, { ...lead, codeId: randomUUID(), code: CODE }],
  [routes.entry.readInvitation, LINK],
  [routes.entry.enterWithInvitation, { ...lead, invitation: LINK }],
  [routes.entry.requestAccess, { name: 'Grace', email }],
  [routes.entry.enterAsAdministrator, { ...lead, password: UPLOAD_PASSWORD }],
  [routes.gateMode.sendTestCode, { email }],
  [routes.gateMode.change, gateForm],
  [routes.invitations.addRows, { rows: [{ line: 1, email }] }],
  [routes.invitations.confirmImport, { language: 'en' }],
  [routes.invitations.change, { ids: [randomUUID()], change: { action: 'revoke' } }],
  [routes.mailPreviews.create, { kind: 'code', language: 'en' }],
  [routes.accessRequests.dismissAll, { ids: [randomUUID()] }],
  [routes.blocks.add, { kind: 'address', value: email }],
  [routes.blocks.remove, { kind: 'address', value: email }],
  [routes.flags.dismiss, { dismissed: true }],
  [routes.viewing.update, { duration: '0:10', completed: 'false' }],
  [routes.viewing.signal, { trailerId: randomUUID(), state: 'paused', position: 1.5, at: 2000 }],
  [routes.trailers.create, { title: 'A trailer', videoURL: 'http://store/object' }],
  [routes.trailers.setPoster, { posterURL: 'http://store/object' }],
  [routes.trailers.setDescription, { description: 'Text' }],
  [
    routes.settings.change,
    {
      get version() {
        return services.settings.version;
      },
      set: { companyName: 'Halcyon' },
    },
  ],
  [routes.gateImages.finishUpload, { kind: 'logo', imageURL: 'http://store/object' }],
  [routes.leaks.create, { clipURL: 'http://store/object', fileName: 'clip.mp4' }],
  [routes.leaks.note, { note: 'Found on a forum' }],
  [routes.captions.add, { language: 'en', text: 'WEBVTT\n' }],
]);
/** Queries of the routes that require one. */
const validQueries = new Map<HttpRoute, object>([[routes.streams.open, { trailerId: randomUUID() }]]);
const sendValid = (agent: Agent, route: HttpRoute) => {
  const request = requestTo(agent, route.method, pathOf(route)).query(validQueries.get(route) ?? {});
  if (route.produces === EVENT_STREAM_TYPE) return request.buffer(false).parse(firstBytes);
  const body = validBodies.get(route);
  return body ? request.send(body) : request;
};

/** Parser of a response that does not end: closes it after its first bytes. */
const firstBytes: Parameters<supertest.Test['parse']>[0] = (response, done) => {
  response.once('data', (bytes: Buffer) => {
    done(null, bytes);
    (response as unknown as Readable).destroy();
  });
};

it('has a valid body for every route that requires a body', () => {
  const routesWithoutBody = allRoutes.filter((route) => route.body && !validBodies.has(route));
  const required = routesWithoutBody.filter(({ body }) => body && !z.safeParse(body, {}).success);
  expect(required.map(({ path }) => path)).toEqual([]);
});

describe('a stranger', () => {
  it.each(withName(protectedRoutes))('gets 401 from %s before the body is read', async (_name, route) => {
    const request = requestTo(stranger(gateway), route.method, pathOf(route));
    const response = await (route.method === 'GET' ? request : request.type('json').send('{"broken'));
    expect([response.status, response.body.message, response.body.code]).toEqual([
      401,
      'Unauthorized',
      'UNAUTHORIZED',
    ]);
  });

  it.each(withName(protectedRoutes))('gets 401 from %s with any method', async (_name, route) => {
    for (const verb of ['get', 'post', 'put', 'patch', 'delete', 'options'] as const)
      expect((await stranger(gateway)[verb](pathOf(route))).status).toBe(401);
  });
});

describe('a viewer', () => {
  it.each(withName(protectedRoutes.filter(({ access }) => access === 'uploader')))(
    'gets 403 from %s',
    async (_name, route) => {
      const response = await sendValid(await viewer(gateway), route);
      expect([response.status, response.body.code]).toEqual([403, 'UPLOAD_PASSWORD_REQUIRED']);
    },
  );

  it('gets 405 with an Allow header for a method that a path does not support', async () => {
    const agent = await viewer(gateway);
    const response = await agent.delete('/api/active-trailer').expect(405);
    expect(response.headers['allow']).toBe('GET');
    expect(response.body).toMatchObject({ code: 'METHOD_NOT_ALLOWED', params: { method: 'DELETE' } });
    const trailers = await (await uploader(gateway)).put('/api/trailers').expect(405);
    expect(trailers.headers['allow']).toBe('GET, POST');
  });
});

describe('an uploader', () => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await uploader(gateway);
  });

  // The HTML of a preview exists only once it was composed.
  const others: readonly HttpRoute[] = [routes.auth.changeUploadPassword, routes.mailPreviews.html];
  it.each(withName(protectedRoutes.filter((route) => !others.includes(route))))(
    'gets the declared status from %s',
    async (_name, route) => {
      const response = await sendValid(agent, route);
      expect([response.status, response.headers['cache-control']]).toEqual([route.status ?? 200, 'no-store']);
    },
  );
});

describe('routing under /api', () => {
  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/auth',
    '/api/%ff',
    '/api//auth/status',
    '/api/auth/status/',
    '/api/Auth/Status',
    '/API/auth/status',
    '/api/auth/../auth/status/.',
  ])('answers 404 for the undeclared path %s', async (path) => {
    const response = await fetchUnchanged(path);
    expect(response).toEqual([404, 'NOT_FOUND']);
  });

  it('has a handler for each declared route, and for no other route', () => {
    const express: Express = gateway.app.getHttpAdapter().getInstance();
    const handled = express.router.stack.flatMap(({ route }) =>
      route ? route.stack.map(({ method }) => `${method.toUpperCase()} ${route.path}`) : [],
    );
    expect([...new Set(handled)].sort()).toEqual(
      allRoutes.map(({ method, path }) => `${method} ${path}`).sort(),
    );
  });

  // supertest sends the path unchanged, including dot segments.
  async function fetchUnchanged(path: string): Promise<[number, string]> {
    const response = await stranger(gateway).get(path);
    return [response.status, response.body.code];
  }
});

describe('protection against other sites', () => {
  it.each([
    [{ origin: 'https://elsewhere.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://elsewhere.example' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{}, 200],
  ])('answers a request that has the headers %j with status %i', async (headers, status) => {
    await stranger(gateway).post('/api/auth/lead-capture').set(headers).send(lead).expect(status);
  });

  it('compares Origin with the public origin if it is set, and with the requested host otherwise', async () => {
    const submitGate = (target: RunningGateway, origin: string) =>
      stranger(target).post('/api/auth/lead-capture').set('origin', origin).send(lead);
    await submitGate(gateway, gateway.url).expect(200);
    const publishedGateway = await env.readyGateway({ PUBLIC_ORIGIN: 'https://preview.example' });
    await submitGate(publishedGateway, 'https://preview.example').expect(200);
    await submitGate(publishedGateway, publishedGateway.url).expect(403);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, 200],
    ['a subdomain', { 'sec-fetch-site': 'same-site' }, 200],
    [
      'another site with the Referer of a portal page',
      { 'sec-fetch-site': 'cross-site', referer: 'ORIGIN/upload' },
      200,
    ],
    ['another site on plain HTTP', { referer: 'http://elsewhere.example/' }, 200],
    ['a host with the same beginning', { referer: 'ORIGIN.elsewhere.example/' }, 200],
    ['an FTP server of the same host', { referer: 'ftp://HOST/upload' }, 200],
    ['an app scheme with the same host', { referer: 'app://HOST/upload' }, 200],
    ['a page of the same host with another scheme', { referer: 'https://HOST/upload' }, 200],
    ['a page without a Referer', {}, 200],
    ['an invalid Referer', { referer: 'upload' }, 200],
    ['a page of the portal', { 'sec-fetch-site': 'same-origin' }, 401],
    ['the address bar', { 'sec-fetch-site': 'none' }, 401],
    ['a page of the portal on plain HTTP', { referer: 'ORIGIN/upload' }, 401],
  ] as [string, Record<string, string>, number][])(
    'redirects a sign-out link from %s with the headers %j, and answers the next request with status %i',
    async (_source, headers, status) => {
      const agent = await viewer(gateway);
      const { host } = new URL(gateway.url);
      const withOrigin = Object.entries(headers).map(([name, value]) => [
        name,
        value.replace('ORIGIN', gateway.url).replace('HOST', host),
      ]);
      const response = await agent.get('/api/logout').set(Object.fromEntries(withOrigin)).expect(302);
      expect(response.headers['location']).toBe('/');
      await agent.post('/api/access-log').expect(status);
    },
  );

  it('compares Referer with the public origin if it is set', async () => {
    const publishedGateway = await env.readyGateway({ PUBLIC_ORIGIN: 'https://preview.example' });
    const agent = await viewer(publishedGateway);
    await agent.get('/api/logout').set('referer', `${publishedGateway.url}/upload`).expect(302);
    await agent.post('/api/access-log').expect(200);
    await agent.get('/api/logout').set('referer', 'https://preview.example/upload').expect(302);
    await agent.post('/api/access-log').expect(401);
  });
});
