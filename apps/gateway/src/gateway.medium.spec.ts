import { randomUUID } from 'node:crypto';
import { allRoutes, redisKeys } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import supertest from 'supertest';
import type { Gateway } from './gateway.js';
import { SESSION_PREFIX } from './sessions/session-middleware.js';
import { type RunningGateway, services, startGateways, UPLOAD_PASSWORD } from './testing/running-gateway.js';

let running: RunningGateway;
let gateway: Gateway & { url: string };
let redis: Redis;
const lead = { name: 'Ada Lovelace', email: 'ada@example.com', termsAccepted: 'true' };

beforeAll(async () => {
  running = await startGateways();
  await Promise.all((['auth', 'analytics', 'media'] as const).map((name) => running.serve(name)));
  gateway = await running.gateway({ LEADS_PER_MINUTE_PER_IP: 100_000 });
  redis = new Redis(running.redis.url);
});
afterAll(async () => {
  redis?.disconnect();
  await running?.stop();
});
beforeEach(async () => {
  services.epoch = 1;
  await redis.set(redisKeys.uploadEpoch, 1);
});

const stranger = (at = gateway) => supertest.agent(at.url);
async function viewer(at = gateway) {
  const agent = stranger(at);
  await agent.post('/api/auth/lead-capture').send(lead).expect(200, { authenticated: true });
  return agent;
}
async function uploader(at = gateway) {
  const agent = await viewer(at);
  await agent.post('/api/auth/upload-password').send({ password: UPLOAD_PASSWORD }).expect(200);
  return agent;
}
const cookieOf = (response: supertest.Response) =>
  ([response.headers['set-cookie']].flat() as string[]).map((line) => line?.split(';')[0]).join('; ');

describe('access', () => {
  const guarded = allRoutes.filter(({ access }) => access !== 'public');
  const pathOf = (path: string) => path.replace(/:\w+/g, randomUUID());

  it.each(guarded.map((route) => [route.method, route.path, route] as const))(
    'a stranger gets 401 from %s %s before the body is read',
    async (method, path) => {
      const request = stranger()[method.toLowerCase() as 'post'](pathOf(path));
      const answer = await (method === 'GET' ? request : request.type('json').send('{"broken'));
      expect([answer.status, answer.body.message, answer.body.code]).toEqual([
        401,
        'Unauthorized',
        'UNAUTHORIZED',
      ]);
    },
  );

  it.each(
    guarded.filter(({ access }) => access === 'uploader').map((route) => [route.method, route.path] as const),
  )('a viewer gets 403 from %s %s', async (method, path) => {
    const answer = await (await viewer())[method.toLowerCase() as 'post'](pathOf(path));
    expect([answer.status, answer.body.code]).toEqual([403, 'UPLOAD_PASSWORD_REQUIRED']);
  });

  it('a known protected path is 401 for a stranger and 405 for a viewer, whatever the method', async () => {
    await stranger().delete('/api/active-trailer').expect(401);
    const answer = await (await viewer()).delete('/api/active-trailer').expect(405);
    expect(answer.headers['allow']).toBe('GET');
  });

  it('an address that no contract names is 404', async () => {
    for (const path of ['/api', '/api/', '/api/nothing', '/api/auth', '/api/%ff', '/api//auth/status']) {
      const answer = await stranger().get(path);
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'NOT_FOUND']);
    }
  });

  it('every handler behind the edge belongs to a declared route', () => {
    const express = gateway.app.getHttpAdapter().getInstance();
    const handled = (express.router.stack as { route?: { path: string; methods: Record<string, boolean> } }[])
      .filter(({ route }) => route)
      .map(({ route }) => `${Object.keys(route?.methods ?? {})[0]?.toUpperCase()} ${route?.path}`);
    expect(handled.sort()).toEqual(allRoutes.map(({ method, path }) => `${method} ${path}`).sort());
  });
});

describe('sessions', () => {
  it('begin at the gate and not before', async () => {
    const answer = await stranger().get('/api/auth/status').expect(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
    const entered = await stranger().post('/api/auth/lead-capture').send(lead);
    expect(String(entered.headers['set-cookie'])).toMatch(/sp\.sid=.*HttpOnly.*SameSite=Lax/);
    expect(String(entered.headers['set-cookie'])).not.toContain('Secure');
  });

  it('are rotated at each change of level, and end at logout', async () => {
    const agent = stranger();
    const entered = cookieOf(await agent.post('/api/auth/lead-capture').send(lead));
    const lifted = cookieOf(
      await agent.post('/api/auth/upload-password').send({ password: UPLOAD_PASSWORD }),
    );
    expect(lifted).not.toBe(entered);
    await stranger().post('/api/access-log').set('cookie', entered).expect(401);
    await stranger().get('/api/lead-captures').set('cookie', lifted).expect(200);
    await agent.post('/api/auth/logout').expect(200);
    await stranger().get('/api/lead-captures').set('cookie', lifted).expect(401);
    expect(await redis.keys(`${SESSION_PREFIX}*`)).not.toContain(`${SESSION_PREFIX}${lifted}`);
  });

  it('are not brought back by a request that ends after the logout', async () => {
    const agent = await viewer();
    let release: () => void = () => undefined;
    services.hold = new Promise((resolve) => {
      release = resolve;
    });
    const before = (await redis.keys(`${SESSION_PREFIX}*`)).length;
    const slow = agent.post('/api/access-log').then((answer) => answer.status);
    await until(async () => (await redis.keys('rpc:*')).length > 0);
    await agent.post('/api/auth/logout').expect(200);
    release();
    services.hold = undefined;
    expect(await slow).toBe(200);
    expect(await redis.keys(`${SESSION_PREFIX}*`)).toHaveLength(before - 1);
  });

  it('lose the uploader level when the password changes, and when its epoch is not known', async () => {
    const agent = await uploader();
    await agent.get('/api/lead-captures').expect(200);
    await redis.set(redisKeys.uploadEpoch, 2);
    await agent.get('/api/lead-captures').expect(403);
    expect((await agent.get('/api/auth/status')).body).toMatchObject({
      authenticated: true,
      uploadAuthenticated: false,
    });
    await redis.set(redisKeys.uploadEpoch, 1);
    await agent.get('/api/lead-captures').expect(200);
    await redis.del(redisKeys.uploadEpoch);
    await agent.get('/api/lead-captures').expect(403);
  });

  it('lose the uploader level when idle, and stay viewers', async () => {
    const idleKeys = () => redis.keys(redisKeys.uploaderIdle('*'));
    await redis.del('none', ...(await idleKeys()));
    const short = await running.gateway({ UPLOADER_IDLE_MINUTES: 1 / 60, LEADS_PER_MINUTE_PER_IP: 100_000 });
    const agent = await uploader(short);
    await agent.get('/api/lead-captures').expect(200);
    await until(async () => (await idleKeys()).length === 0);
    await agent.get('/api/lead-captures').expect(403);
    await agent.post('/api/access-log').expect(200);
  });

  it('end after their absolute time, but not while they play', async () => {
    const short = await running.gateway({ SESSION_ABSOLUTE_DAYS: 1e-9, LEADS_PER_MINUTE_PER_IP: 100_000 });
    const agent = await viewer(gateway);
    const answer = await agent.get('/api/auth/status');
    const cookie = cookieOf(await stranger().post('/api/auth/lead-capture').send(lead));
    expect(answer.body.authenticated).toBe(true);
    await stranger(short).post('/api/access-log').set('cookie', cookie).expect(401);
    await stranger()
      .patch(`/api/viewing-session/${randomUUID()}`)
      .set('cookie', cookie)
      .send({ duration: '0:01', completed: 'false' })
      .expect(200);
    await stranger(short).post('/api/access-log').set('cookie', cookie).expect(200);
  });
});

describe('the gate', () => {
  it('hands over who accepted which terms, from where', async () => {
    const { terms } = (await stranger().get('/api/config')).body;
    await stranger()
      .post('/api/auth/lead-capture')
      .set('user-agent', 'x'.repeat(600))
      .send({ ...lead, name: ' Zoë ', termsHash: terms.sha256 })
      .expect(200);
    expect(services.captured.at(-1)).toMatchObject({
      name: 'Zoë',
      email: lead.email,
      termsSha256: terms.sha256,
      visitor: { ip: '127.0.0.1', userAgent: 'x'.repeat(512) },
    });
  });

  it('refuses terms that changed meanwhile', async () => {
    const answer = await stranger()
      .post('/api/auth/lead-capture')
      .send({ ...lead, termsHash: '0'.repeat(64) });
    expect([answer.status, answer.body.code]).toEqual([409, 'TERMS_CHANGED']);
  });

  it('stops one place that enters without end, after judging its input', async () => {
    const strict = await running.gateway({ LEADS_PER_MINUTE_PER_IP: 3, TRUST_PROXY: ['127.0.0.1'] });
    const from = (ip: string, body: object = lead) =>
      stranger(strict).post('/api/auth/lead-capture').set('x-forwarded-for', ip).send(body);
    const answers = [];
    for (let tried = 0; tried < 5; tried++) answers.push((await from('198.51.100.7')).status);
    expect(answers).toEqual([200, 200, 200, 429, 429]);
    const refused = await from('198.51.100.7');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await from('198.51.100.7', {}).expect(400);
    await from('198.51.100.8').expect(200);
  });

  it('believes no proxy that was not named', async () => {
    await stranger()
      .post('/api/auth/lead-capture')
      .set('x-forwarded-for', '198.51.100.9')
      .send(lead)
      .expect(200);
    expect(services.captured.at(-1)?.visitor.ip).toBe('127.0.0.1');
  });

  it.each([
    ['{"name":', 'application/json', 400, 'MALFORMED_BODY'],
    ['"text"', 'application/json', 400, 'MALFORMED_BODY'],
    ['a=b', 'application/x-www-form-urlencoded', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['{}', 'application/json; charset=koi8-r', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [JSON.stringify({ name: 'x'.repeat(66_000) }), 'application/json', 413, 'PAYLOAD_TOO_LARGE'],
    ['{}', 'application/json', 400, 'VALIDATION_FAILED'],
    ['[]', 'application/json', 400, 'VALIDATION_FAILED'],
    ['{"__proto__":{"name":"x"}}', 'application/json', 400, 'VALIDATION_FAILED'],
  ])('answers body %#', async (body, type, status, code) => {
    const answer = await stranger().post('/api/auth/lead-capture').set('content-type', type).send(body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.requestId).toBe(answer.headers['x-request-id']);
  });
});

describe('other sites', () => {
  it.each([
    [{ origin: 'https://elsewhere.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://elsewhere.example' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{}, 200],
  ])('with %j get %i', async (headers, status) => {
    await stranger().post('/api/auth/lead-capture').set(headers).send(lead).expect(status);
  });

  it('the own origin passes, and the public one once it is configured', async () => {
    await stranger().post('/api/auth/lead-capture').set('origin', gateway.url).send(lead).expect(200);
    const named = await running.gateway({
      PUBLIC_ORIGIN: 'https://preview.example',
      LEADS_PER_MINUTE_PER_IP: 100,
    });
    await stranger(named)
      .post('/api/auth/lead-capture')
      .set('origin', 'https://preview.example')
      .send(lead)
      .expect(200);
    await stranger(named).post('/api/auth/lead-capture').set('origin', named.url).send(lead).expect(403);
  });

  it('cannot sign anybody out through the link', async () => {
    const agent = await viewer();
    await agent.get('/api/logout').set('sec-fetch-site', 'cross-site').expect(302);
    await agent.post('/api/access-log').expect(200);
    const answer = await agent.get('/api/logout').expect(302);
    expect(answer.headers['location']).toBe('/');
    await agent.post('/api/access-log').expect(401);
  });
});

describe('playback', () => {
  it('binds a viewing to the trailer whose playlist was given', async () => {
    const agent = await viewer();
    await agent.post('/api/viewing-session').expect(200);
    expect(services.started.at(-1)?.trailer).toBeNull();
    const playlist = await agent.get(`/api/media/trailers/${services.trailer.id}/master.m3u8`).expect(200);
    expect(playlist.headers['content-type']).toContain('application/vnd.apple.mpegurl');
    await agent.post('/api/viewing-session').expect(200);
    expect(services.started.at(-1)?.trailer).toEqual(services.trailer);
  });

  it('redirects to storage on the host that the browser used', async () => {
    const agent = await viewer();
    const answer = await agent
      .get('/api/media/renditions/r/segments/s')
      .set('host', 'portal.example:3000')
      .expect(302);
    expect(answer.headers['location']).toMatch(/^http:\/\/portal\.example:9000\//);
    expect(answer.headers['cache-control']).toBe('no-store');
    await agent.get('/api/media/renditions/r/segments/s').set('host', 'evil"host').expect(400);
  });
});

describe('answers', () => {
  it('carry the headers that hold a page together', async () => {
    const { headers } = await stranger().get('/').expect(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("connect-src 'self' blob: data: http://127.0.0.1:9000");
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['x-robots-tag']).toContain('noindex');
  });

  it('lists leads with total and next page in headers', async () => {
    const answer = await (await uploader()).get('/api/lead-captures?limit=5').expect(200, []);
    expect(answer.headers).toMatchObject({ 'x-total-count': '7', 'x-next-cursor': 'next' });
  });
});

describe('the web app', () => {
  it('is served with caching that fits each file', async () => {
    const asset = await stranger().get('/assets/app-1a2b3c.js').set('accept-encoding', 'br').expect(200);
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    });
    expect((await stranger().get('/').expect(200)).headers['cache-control']).toBe('no-cache');
    await stranger()
      .get('/upload')
      .expect(200, /portal/);
    await stranger().head('/').expect(200);
  });

  it('is never sent in place of something else', async () => {
    const missing = await stranger().get('/assets/app-gone.js').expect(404);
    expect(missing.body.code).toBe('NOT_FOUND');
    await stranger()
      .get('/some/other/page')
      .expect(404, /portal/);
    await stranger().get('/..%2f..%2fpackage.json').expect(404);
    await stranger().post('/upload').expect(405);
    await stranger().get('/robots.txt').expect(200, 'User-agent: *\nDisallow: /\n');
  });
});
