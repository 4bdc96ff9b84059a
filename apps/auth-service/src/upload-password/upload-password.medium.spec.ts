import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { AppError, redisKeys } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { resetUploadPassword } from '../cli/reset-upload-password.js';
import { logger, type RunningAuth, startAuth } from '../testing/running-auth.js';
import { InitialPasswordService } from './initial-password.service.js';
import { UploadPasswordRepository } from './upload-password.repository.js';
import { UploadPasswordService } from './upload-password.service.js';

const PASSWORD = 'the first password';
let auth: RunningAuth;
let app: INestApplicationContext;
let service: UploadPasswordService;
let redis: Redis;

beforeAll(async () => {
  auth = await startAuth();
  redis = new Redis(auth.redis.url);
});
afterAll(async () => {
  redis?.disconnect();
  await auth?.stop();
});
beforeEach(async () => {
  await redis.flushall();
  app ??= await auth.replica();
  service = app.get(UploadPasswordService);
  await until(async () => (await app.get(UploadPasswordRepository).read()) !== undefined);
  await resetUploadPassword(PASSWORD, { DATABASE_URL: auth.databaseUrl, REDIS_URL: auth.redis.url }, logger);
});

let nextIp = 0;
const from = (overrides: Partial<{ ip: string; knownBrowser: string; commandId: string }> = {}) => ({
  ip: `10.0.${Math.floor(nextIp / 250)}.${nextIp++ % 250}`,
  knownBrowser: null,
  commandId: randomUUID(),
  ...overrides,
});
const session = () => ({ sessionRef: randomUUID(), ip: '10.0.0.1', userAgent: 'test' });
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const guess = (password: string, attempt = from()) => codeOf(service.verify(password, attempt, session()));

describe('the initial password', () => {
  it('is stored once, however many replicas start', async () => {
    const other = await auth.replica({ UPLOAD_PASSWORD: 'something else entirely' });
    await Promise.all([app, other].map((replica) => replica.get(InitialPasswordService).ensure()));
    expect(await guess(PASSWORD)).toBe('ok');
    expect(await guess('something else entirely')).toBe('INVALID_PASSWORD');
  });
});

describe('verify', () => {
  it('accepts the right password, publishes the epoch and records the session as staff', async () => {
    const who = session();
    const epoch = await service.verify(PASSWORD, from(), who);
    expect(Number(await redis.get(redisKeys.uploadEpoch))).toBe(epoch);
    const rows = await app
      .get(DataSource)
      .query('SELECT ip FROM auth.staff_sessions WHERE session_ref = $1', [who.sessionRef]);
    expect(rows).toEqual([{ ip: who.ip }]);
  });

  it('checks only five of fifty parallel guesses from one address', async () => {
    const ip = '203.0.113.7';
    const codes = await Promise.all(Array.from({ length: 50 }, () => guess('wrong', from({ ip }))));
    expect(codes.filter((code) => code === 'INVALID_PASSWORD')).toHaveLength(5);
    expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(45);
    expect(await guess(PASSWORD, from({ ip }))).toBe('TOO_MANY_ATTEMPTS');
    expect(await guess(PASSWORD, from())).toBe('ok');
  });

  it('counts tries across replicas', async () => {
    const other = (await auth.replica()).get(UploadPasswordService);
    const ip = '203.0.113.8';
    for (let tried = 0; tried < 3; tried++) await guess('wrong', from({ ip }));
    for (let tried = 0; tried < 2; tried++) await codeOf(other.verify('wrong', from({ ip }), session()));
    expect(await codeOf(other.verify(PASSWORD, from({ ip }), session()))).toBe('TOO_MANY_ATTEMPTS');
  });

  it('counts an IPv6 /64 as one address', async () => {
    for (let tried = 0; tried < 5; tried++) await guess('wrong', from({ ip: `2001:db8:1:2::${tried + 1}` }));
    expect(await guess(PASSWORD, from({ ip: '2001:db8:1:2:ffff::1' }))).toBe('TOO_MANY_ATTEMPTS');
    expect(await guess(PASSWORD, from({ ip: '2001:db8:1:3::1' }))).toBe('ok');
  });

  it('gives the try back for a right password, and counts a repeated command once', async () => {
    const ip = '203.0.113.9';
    for (let tried = 0; tried < 4; tried++) await guess('wrong', from({ ip }));
    const again = from({ ip });
    for (let sent = 0; sent < 5; sent++) expect(await guess(PASSWORD, again)).toBe('ok');
    expect(await guess('wrong', again)).toBe('INVALID_PASSWORD');
    expect(await guess('wrong', again)).toBe('INVALID_PASSWORD');
    expect(await guess('wrong', from({ ip }))).toBe('TOO_MANY_ATTEMPTS');
  });

  it('does not count refused tries, so that the right password still gets its try', async () => {
    const ip = '203.0.113.12';
    for (let tried = 0; tried < 4; tried++) await guess('wrong', from({ ip }));
    const codes = await Promise.all(Array.from({ length: 10 }, () => guess(PASSWORD, from({ ip }))));
    expect(codes).toContain('ok');
    expect(await guess(PASSWORD, from({ ip }))).toBe('ok');
    expect(await guess('wrong', from({ ip }))).toBe('INVALID_PASSWORD');
    expect(await guess(PASSWORD, from({ ip }))).toBe('TOO_MANY_ATTEMPTS');
  });

  it('counts a command once that arrives several times concurrently', async () => {
    const ip = '203.0.113.15';
    const again = from({ ip });
    const codes = await Promise.all(Array.from({ length: 10 }, () => guess('wrong', again)));
    expect(new Set(codes)).toEqual(new Set(['INVALID_PASSWORD']));
    for (let tried = 0; tried < 4; tried++)
      expect(await guess('wrong', from({ ip }))).toBe('INVALID_PASSWORD');
    expect(await guess('wrong', from({ ip }))).toBe('TOO_MANY_ATTEMPTS');
  });

  it('resets a count 15 minutes after its first try, and does not carry over refused tries', async () => {
    const ip = '203.0.113.16';
    for (let tried = 0; tried < 5; tried++) await guess('wrong', from({ ip }));
    await Promise.all(Array.from({ length: 20 }, () => guess('wrong', from({ ip }))));
    const key = `portal:tries:address:${ip}`;
    const left = await redis.ttl(key);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(15 * 60);
    await redis.del(key);
    const codes = await Promise.all(Array.from({ length: 20 }, () => guess('wrong', from({ ip }))));
    expect(codes.filter((code) => code === 'INVALID_PASSWORD')).toHaveLength(5);
  });

  it('counts an IPv4 address written as IPv6 as the same address', async () => {
    for (let tried = 0; tried < 5; tried++) await guess('wrong', from({ ip: '::ffff:203.0.113.13' }));
    expect(await guess(PASSWORD, from({ ip: '203.0.113.13' }))).toBe('TOO_MANY_ATTEMPTS');
  });

  it('limits guesses from many addresses without locking out a browser that succeeded before', async () => {
    const small = (await auth.replica({ UPLOAD_PASSWORD_TRIES_TOTAL: 10 })).get(UploadPasswordService);
    const tryFrom = (overrides = {}) => codeOf(small.verify('wrong', from(overrides), session()));
    const crowd = await Promise.all(Array.from({ length: 30 }, () => tryFrom()));
    expect(crowd.filter((code) => code === 'INVALID_PASSWORD')).toHaveLength(10);
    const knownBrowser = randomUUID();
    expect(await codeOf(small.verify(PASSWORD, from(), session()))).toBe('TOO_MANY_ATTEMPTS');
    expect(await codeOf(small.verify(PASSWORD, from({ knownBrowser }), session()))).toBe('ok');
  });

  it('counts wrong tries of a known browser against that browser, whatever its address', async () => {
    const knownBrowser = randomUUID();
    for (let tried = 0; tried < 5; tried++)
      expect(await guess('wrong', from({ knownBrowser }))).toBe('INVALID_PASSWORD');
    expect(await guess(PASSWORD, from({ knownBrowser }))).toBe('TOO_MANY_ATTEMPTS');
    expect(await guess(PASSWORD, from({ knownBrowser: randomUUID() }))).toBe('ok');
  });

  it('counts the tries of a known browser apart from those of its address', async () => {
    const ip = '203.0.113.17';
    for (let tried = 0; tried < 5; tried++) await guess('wrong', from({ ip }));
    expect(await guess(PASSWORD, from({ ip }))).toBe('TOO_MANY_ATTEMPTS');
    const knownBrowser = randomUUID();
    expect(await guess(PASSWORD, from({ ip, knownBrowser }))).toBe('ok');
    for (let tried = 0; tried < 5; tried++) await guess('wrong', from({ ip: '203.0.113.18', knownBrowser }));
    expect(await guess(PASSWORD, from({ ip: '203.0.113.18' }))).toBe('ok');
  });

  it('returns the seconds to wait once all tries are used up', async () => {
    const ip = '203.0.113.10';
    for (let tried = 0; tried < 5; tried++) await guess('wrong', from({ ip }));
    await expect(service.verify(PASSWORD, from({ ip }), session())).rejects.toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
      params: { retryAfterSeconds: expect.any(Number) },
    });
  });
});

describe('change', () => {
  const change = (current: string, next: string, attempt = from()) =>
    codeOf(service.change(current, next, attempt));

  it('replaces the password and increments the epoch', async () => {
    const before = await service.verify(PASSWORD, from(), session());
    const epoch = await service.change(PASSWORD, 'a newer password', from());
    expect(epoch).toBe(before + 1);
    expect(Number(await redis.get(redisKeys.uploadEpoch))).toBe(epoch);
    expect(await guess(PASSWORD)).toBe('INVALID_PASSWORD');
    expect(await guess('a newer password')).toBe('ok');
  });

  it.each([
    ['wrong', 'a newer password', 'CURRENT_PASSWORD_INCORRECT'],
    [PASSWORD, 'short', 'PASSWORD_TOO_SHORT'],
    [PASSWORD, '👩‍🚀'.repeat(3), 'PASSWORD_TOO_SHORT'],
    [PASSWORD, PASSWORD, 'PASSWORD_UNCHANGED'],
  ])('answers a change from %j to %j with %s', async (current, next, code) => {
    expect(await change(current, next)).toBe(code);
    expect(await guess(PASSWORD)).toBe('ok');
  });

  it('returns the same epoch for a repeated command', async () => {
    const attempt = from();
    const first = await service.change(PASSWORD, 'a newer password', attempt);
    expect(await service.change(PASSWORD, 'a newer password', attempt)).toBe(first);
  });

  it('lets only one of two concurrent changes succeed', async () => {
    const codes = await Promise.all([
      change(PASSWORD, 'one new password'),
      change(PASSWORD, 'two new password'),
    ]);
    expect(codes.sort()).toEqual(['CURRENT_PASSWORD_INCORRECT', 'ok']);
  });

  it('takes tries from the same count as verify', async () => {
    const ip = '203.0.113.11';
    for (let tried = 0; tried < 5; tried++) await change('wrong', 'a newer password', from({ ip }));
    expect(await guess(PASSWORD, from({ ip }))).toBe('TOO_MANY_ATTEMPTS');
  });
});

describe('the epoch', () => {
  it('is published again after Redis lost it, and corrected if higher than the stored one', async () => {
    const epoch = await service.verify(PASSWORD, from(), session());
    await redis.flushall();
    expect(await until(() => redis.get(redisKeys.uploadEpoch), { deadlineMs: 15_000 })).toBe(String(epoch));
    // Simulates a restored backup from before a change: no session can be an uploader until the correction.
    await redis.set(redisKeys.uploadEpoch, epoch + 5);
    await until(async () => (await redis.get(redisKeys.uploadEpoch)) === String(epoch), {
      deadlineMs: 15_000,
    });
  });
});

describe('outages', () => {
  it('rejects every password while Redis is down, and recovers by itself', async () => {
    await auth.redis.kill9();
    expect(await guess(PASSWORD)).not.toBe('ok');
    await auth.redis.restart();
    expect(await until(async () => (await guess(PASSWORD)) === 'ok', { deadlineMs: 20_000 })).toBe(true);
  });

  it('rejects every password while Postgres is down, counts no tries, and recovers by itself', async () => {
    const ip = '203.0.113.14';
    await auth.postgres.kill9();
    for (let tried = 0; tried < 6; tried++) {
      const code = await guess(PASSWORD, from({ ip }));
      expect(code).not.toBe('ok');
      expect(code).not.toBe('TOO_MANY_ATTEMPTS');
    }
    await auth.postgres.restart();
    expect(await until(async () => (await guess(PASSWORD)) === 'ok', { deadlineMs: 20_000 })).toBe(true);
    expect(await guess(PASSWORD, from({ ip }))).toBe('ok');
  });
});
