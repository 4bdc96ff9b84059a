import { randomUUID } from 'node:crypto';
import { redisKeys } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { holdCalls, services, UPLOAD_PASSWORD } from '../testing/fakes.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { cookieOf, lead, stranger, uploader, viewer } from '../testing/visitors.js';
import { SESSION_PREFIX, sessionIdleSeconds } from './session-middleware.js';

let env: TestEnvironment;
let gateway: RunningGateway;
let redis: Redis;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  gateway = await env.readyGateway();
  redis = new Redis(env.redis.url);
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});
beforeEach(async () => {
  services.epoch = 1;
  await redis.set(redisKeys.uploadEpoch, 1);
});

const records = () => redis.keys(`${SESSION_PREFIX}*`);

describe('a session', () => {
  it('begins only at the gate', async () => {
    const before = await records();
    const response = await stranger(gateway).get('/api/auth/status').expect(200);
    expect(response.body).toEqual({ authenticated: false, uploadAuthenticated: false, viewer: null });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(response.headers['cache-control']).toBe('no-store');
    expect(await records()).toEqual(before);
    const agent = await viewer(gateway);
    expect((await agent.get('/api/auth/status')).body).toEqual({
      authenticated: true,
      uploadAuthenticated: false,
      viewer: { name: lead.name, email: lead.email, ip: '127.0.0.1' },
    });
  });

  it('has a cookie that is HttpOnly, SameSite=Lax, and Secure over TLS', async () => {
    const submitGate = (target: RunningGateway) =>
      stranger(target).post('/api/auth/lead-capture').set('x-forwarded-proto', 'https').send(lead);
    const plain = String((await submitGate(gateway)).headers['set-cookie']);
    expect(plain).toMatch(/^sp\.sid=[^;]{60,};.*HttpOnly; SameSite=Lax/);
    expect(plain).not.toContain('Secure');
    const behindProxy = await env.readyGateway({ TRUST_PROXY: ['127.0.0.1'] });
    const response = await submitGate(behindProxy);
    expect(String(response.headers['set-cookie'])).toContain('Secure');
    expect(response.headers['strict-transport-security']).toBeDefined();
  });

  it('begins and is found after Redis has lost its scripts', async () => {
    const agent = await viewer(gateway);
    await redis.script('FLUSH');
    await agent.get('/api/auth/status').expect(200, /"authenticated":true/);
    await redis.script('FLUSH');
    await viewer(gateway);
  });

  it('is not found for a cookie with an invalid signature', async () => {
    const cookie = cookieOf(await stranger(gateway).post('/api/auth/lead-capture').send(lead));
    await stranger(gateway).post('/api/access-log').set('cookie', cookie).expect(200);
    await stranger(gateway).post('/api/access-log').set('cookie', cookie.slice(0, -3)).expect(401);
  });

  it('gets a new id at each change of level, and ends at logout for every copy of its cookie', async () => {
    const agent = stranger(gateway);
    const entered = cookieOf(await agent.post('/api/auth/lead-capture').send(lead));
    const raisedResponse = await agent.post('/api/auth/upload-password').send({ password: UPLOAD_PASSWORD });
    const raisedCookie = cookieOf(raisedResponse);
    expect(raisedCookie).not.toBe(entered);
    await stranger(gateway).post('/api/access-log').set('cookie', entered).expect(401);
    await stranger(gateway).get('/api/lead-captures').set('cookie', raisedCookie).expect(200);
    const count = (await records()).length;
    const logout = await agent.post('/api/auth/logout').expect(200, { ok: true });
    expect(String(logout.headers['set-cookie'])).toMatch(/sp\.sid=;.*Expires=Thu, 01 Jan 1970/);
    await stranger(gateway).get('/api/lead-captures').set('cookie', raisedCookie).expect(401);
    expect(await records()).toHaveLength(count - 1);
  });

  it('is replaced when the visitor passes the gate again, and loses the uploader’s level', async () => {
    const agent = await uploader(gateway);
    const first = cookieOf(await agent.post('/api/auth/upload-password').send({ password: UPLOAD_PASSWORD }));
    const count = (await records()).length;
    await agent.post('/api/auth/lead-capture').send(lead).expect(200);
    expect((await agent.get('/api/auth/status')).body.uploadAuthenticated).toBe(false);
    await stranger(gateway).post('/api/access-log').set('cookie', first).expect(401);
    expect(await records()).toHaveLength(count);
  });

  it.each([
    ['/api/access-log', {}, 200],
    ['/api/auth/upload-password', { password: UPLOAD_PASSWORD }, 401],
  ])('is not restored by a request to %s that ends after the logout', async (path, body, status) => {
    const agent = await viewer(gateway);
    const count = (await records()).length;
    const release = holdCalls();
    const slow = agent
      .post(path)
      .send(body)
      .then((response) => response.status);
    await until(() => services.heldCalls > 0);
    await agent.post('/api/auth/logout').expect(200);
    release();
    expect(await slow).toBe(status);
    expect(await records()).toHaveLength(count - 1);
    await agent.post('/api/access-log').expect(401);
  });

  it('ends at a logout sent before its id changed', async () => {
    const agent = stranger(gateway);
    const entered = cookieOf(await agent.post('/api/auth/lead-capture').send(lead));
    const record = await redis.get(`${SESSION_PREFIX}${idOf(entered)}`);
    const raisedCookie = cookieOf(
      await agent.post('/api/auth/upload-password').send({ password: UPLOAD_PASSWORD }),
    );
    // Simulates a request that read its session just before the change.
    await redis.set(`${SESSION_PREFIX}${idOf(entered)}`, String(record));
    await stranger(gateway).post('/api/auth/logout').set('cookie', entered).expect(200);
    await stranger(gateway).post('/api/access-log').set('cookie', raisedCookie).expect(401);
  });

  it('ends after its idle time', async () => {
    const shortTimeouts = await env.readyGateway({ SESSION_IDLE_HOURS: 1 / 3600 });
    const agent = stranger(shortTimeouts);
    const cookie = cookieOf(await agent.post('/api/auth/lead-capture').send(lead));
    const key = `${SESSION_PREFIX}${idOf(cookie)}`;
    expect(await redis.ttl(key)).toBeLessThanOrEqual(1);
    await until(async () => (await redis.exists(key)) === 0);
    await agent.post('/api/access-log').expect(401);
  });

  it('ends when its idle time has passed since the last request, before the cookie expires', async () => {
    const cookie = cookieOf(await stranger(gateway).post('/api/auth/lead-capture').send(lead));
    const key = `${SESSION_PREFIX}${idOf(cookie)}`;
    await redis.expire(key, 100);
    await stranger(gateway).get('/api/auth/status').set('cookie', cookie).expect(200);
    const idle = sessionIdleSeconds({ SESSION_IDLE_HOURS: 12, SESSION_ABSOLUTE_DAYS: 7 });
    const left = await redis.ttl(key);
    expect(left).toBeGreaterThan(idle - 60);
    expect(left).toBeLessThanOrEqual(idle);
  });

  it.each(['viewer', 'uploader'])('is not extended by an access check at the level %s', async (level) => {
    let cookie = cookieOf(await stranger(gateway).post('/api/auth/lead-capture').send(lead));
    if (level === 'uploader') {
      const password = { password: UPLOAD_PASSWORD };
      const raised = stranger(gateway).post('/api/auth/upload-password').set('cookie', cookie).send(password);
      cookie = cookieOf(await raised);
    }
    const key = `${SESSION_PREFIX}${idOf(cookie)}`;
    const { ref } = JSON.parse((await redis.get(key)) ?? '').portal;
    const keys = [key, ...(level === 'uploader' ? [redisKeys.uploaderIdle(ref)] : [])];
    for (const idle of keys) await redis.expire(idle, 100);
    const check = () => stranger(gateway).get('/api/access-check').set('cookie', cookie);
    await check().expect(200, { ok: true });
    for (const idle of keys) expect(await redis.ttl(idle)).toBeLessThanOrEqual(100);
    expect(await redis.exists(redisKeys.playing(ref))).toBe(0);
    await redis.del(key);
    await check().expect(401);
  });

  it('ends when its idle time has passed since a later request', async () => {
    const shortTimeouts = await env.readyGateway({ SESSION_IDLE_HOURS: 2 / 3600 });
    const agent = stranger(shortTimeouts);
    const cookie = cookieOf(await agent.post('/api/auth/lead-capture').send(lead));
    await agent.get('/api/auth/status').expect(200);
    const key = `${SESSION_PREFIX}${idOf(cookie)}`;
    expect(await redis.ttl(key)).toBeLessThanOrEqual(2);
    await until(async () => (await redis.exists(key)) === 0);
    await agent.post('/api/access-log').expect(401);
  });

  it('ends after its absolute timeout, except during playback', async () => {
    const shortTimeouts = await env.readyGateway({ SESSION_ABSOLUTE_DAYS: 1e-9 });
    const cookie = cookieOf(await stranger(gateway).post('/api/auth/lead-capture').send(lead));
    const requestTo = (target: RunningGateway) =>
      stranger(target).post('/api/access-log').set('cookie', cookie);
    await requestTo(gateway).expect(200);
    await requestTo(shortTimeouts).expect(401);
    await stranger(gateway)
      .patch(`/api/viewing-session/${randomUUID()}`)
      .set('cookie', cookie)
      .send({ duration: '0:01', completed: 'false' })
      .expect(200);
    await requestTo(shortTimeouts).expect(200);
    // Progress reports extend a session by 12 hours at most, so a script cannot extend it forever.
    const key = `${SESSION_PREFIX}${idOf(cookie)}`;
    const record = JSON.parse((await redis.get(key)) ?? '');
    record.portal.startedAt -= 13 * 3_600_000;
    await redis.set(key, JSON.stringify(record), 'KEEPTTL');
    await requestTo(shortTimeouts).expect(401);
    await requestTo(gateway).expect(200);
  });

  const idOf = (cookie: string) =>
    decodeURIComponent(cookie)
      .replace(/^.*sp\.sid=s:/, '')
      .split('.')[0];
});

describe("the uploader's level", () => {
  it('is lost when the password changes, and when the epoch is missing', async () => {
    const agent = await uploader(gateway);
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

  it('remains with the session that changes the password', async () => {
    const [changer, other] = [await uploader(gateway), await uploader(gateway)];
    const change = { currentPassword: UPLOAD_PASSWORD, newPassword: 'another password' };
    await changer.post('/api/auth/change-upload-password').send(change).expect(200, { ok: true });
    await redis.set(redisKeys.uploadEpoch, services.epoch);
    await changer.get('/api/lead-captures').expect(200);
    await other.get('/api/lead-captures').expect(403);
  });

  it('is lost after its idle time, and the viewer’s level remains', async () => {
    const shortTimeouts = await env.readyGateway({ UPLOADER_IDLE_MINUTES: 1 });
    const known = await redis.keys(redisKeys.uploaderIdle('*'));
    const agent = await uploader(shortTimeouts);
    const [idle = ''] = (await redis.keys(redisKeys.uploaderIdle('*'))).filter((key) => !known.includes(key));
    await agent.get('/api/lead-captures').expect(200);
    const seconds = await redis.ttl(idle);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    // As after the minute.
    await redis.del(idle);
    await agent.get('/api/lead-captures').expect(403);
    await agent.post('/api/access-log').expect(200);
  });
});
