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
const attemptFrom = (overrides: Partial<{ ip: string; knownBrowser: string; commandId: string }> = {}) => ({
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
const guess = (password: string, attempt = attemptFrom()) =>
  codeOf(service.verify(password, attempt, session()));

describe('the initial password', () => {
  it('is stored once when several replicas start', async () => {
    const other = await auth.replica({ UPLOAD_PASSWORD: 'something else entirely' });
    await Promise.all([app, other].map((replica) => replica.get(InitialPasswordService).ensure()));
    expect(await guess(PASSWORD)).toBe('ok');
    expect(await guess('something else entirely')).toBe('INVALID_PASSWORD');
  });
});

describe('verify', () => {
  it('accepts the right password, publishes the epoch and records the session as staff', async () => {
    const staffSession = session();
    const epoch = await service.verify(PASSWORD, attemptFrom(), staffSession);
    expect(Number(await redis.get(redisKeys.uploadEpoch))).toBe(epoch);
    const rows = await app
      .get(DataSource)
      .query('SELECT ip FROM auth.staff_sessions WHERE session_ref = $1', [staffSession.sessionRef]);
    expect(rows).toEqual([{ ip: staffSession.ip }]);
  });

  it('checks only five of fifty parallel guesses from one address', async () => {
    const ip = '203.0.113.7';
    const codes = await Promise.all(Array.from({ length: 50 }, () => guess('wrong', attemptFrom({ ip }))));
    expect(codes.filter((code) => code === 'INVALID_PASSWORD')).toHaveLength(5);
    expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(45);
    expect(await guess(PASSWORD, attemptFrom({ ip }))).toBe('TOO_MANY_ATTEMPTS');
    expect(await guess(PASSWORD, attemptFrom())).toBe('ok');
  });

  it('counts attempts across replicas', async () => {
    const other = (await auth.replica()).get(UploadPasswordService);
    const ip = '203.0.113.8';
    for (let i = 0; i < 3; i++) await guess('wrong', attemptFrom({ ip }));
    for (let i = 0; i < 2; i++) await codeOf(other.verify('wrong', attemptFrom({ ip }), session()));
    expect(await codeOf(other.verify(PASSWORD, attemptFrom({ ip }), session()))).toBe('TOO_MANY_ATTEMPTS');
  });

  it('counts an IPv6 /64 as one address', async () => {
    for (let i = 0; i < 5; i++) await guess('wrong', attemptFrom({ ip: `2001:db8:1:2::${i + 1}` }));
    expect(await guess(PASSWORD, attemptFrom({ ip: '2001:db8:1:2:ffff::1' }))).toBe('TOO_MANY_ATTEMPTS');
    expect(await guess(PASSWORD, attemptFrom({ ip: '2001:db8:1:3::1' }))).toBe('ok');
  });

  it('releases the attempt for a right password, and counts a repeated command once', async () => {
    const ip = '203.0.113.9';
    for (let i = 0; i < 4; i++) await guess('wrong', attemptFrom({ ip }));
    const repeated = attemptFrom({ ip });
    for (let i = 0; i < 5; i++) expect(await guess(PASSWORD, repeated)).toBe('ok');
    expect(await guess('wrong', repeated)).toBe('INVALID_PASSWORD');
    expect(await guess('wrong', repeated)).toBe('INVALID_PASSWORD');
    expect(await guess('wrong', attemptFrom({ ip }))).toBe('TOO_MANY_ATTEMPTS');
  });

  it('does not count rejected attempts, so the right password is still accepted', async () => {
    const ip = '203.0.113.12';
    for (let i = 0; i < 4; i++) await guess('wrong', attemptFrom({ ip }));
    const codes = await Promise.all(Array.from({ length: 10 }, () => guess(PASSWORD, attemptFrom({ ip }))));
    expect(codes).toContain('ok');
    expect(await guess(PASSWORD, attemptFrom({ ip }))).toBe('ok');
    expect(await guess('wrong', attemptFrom({ ip }))).toBe('INVALID_PASSWORD');
    expect(await guess(PASSWORD, attemptFrom({ ip }))).toBe('TOO_MANY_ATTEMPTS');
  });

  it('counts a concurrently repeated command once', async () => {
    const ip = '203.0.113.15';
    const repeated = attemptFrom({ ip });
    const codes = await Promise.all(Array.from({ length: 10 }, () => guess('wrong', repeated)));
    expect(new Set(codes)).toEqual(new Set(['INVALID_PASSWORD']));
    for (let i = 0; i < 4; i++) expect(await guess('wrong', attemptFrom({ ip }))).toBe('INVALID_PASSWORD');
    expect(await guess('wrong', attemptFrom({ ip }))).toBe('TOO_MANY_ATTEMPTS');
  });

  it('resets a counter 15 minutes after its first attempt, and does not carry over rejected attempts', async () => {
    const ip = '203.0.113.16';
    for (let i = 0; i < 5; i++) await guess('wrong', attemptFrom({ ip }));
    await Promise.all(Array.from({ length: 20 }, () => guess('wrong', attemptFrom({ ip }))));
    const key = `portal:tries:address:${ip}`;
    const secondsLeft = await redis.ttl(key);
    expect(secondsLeft).toBeGreaterThan(0);
    expect(secondsLeft).toBeLessThanOrEqual(15 * 60);
    await redis.del(key);
    const codes = await Promise.all(Array.from({ length: 20 }, () => guess('wrong', attemptFrom({ ip }))));
    expect(codes.filter((code) => code === 'INVALID_PASSWORD')).toHaveLength(5);
  });

  it('counts an IPv4 address and its IPv6 spelling as one address', async () => {
    for (let i = 0; i < 5; i++) await guess('wrong', attemptFrom({ ip: '::ffff:203.0.113.13' }));
    expect(await guess(PASSWORD, attemptFrom({ ip: '203.0.113.13' }))).toBe('TOO_MANY_ATTEMPTS');
  });

  it('limits guesses from many addresses without locking out a browser that succeeded before', async () => {
    const limited = (await auth.replica({ UPLOAD_PASSWORD_TRIES_TOTAL: 10 })).get(UploadPasswordService);
    const tryFrom = (overrides = {}) => codeOf(limited.verify('wrong', attemptFrom(overrides), session()));
    const crowd = await Promise.all(Array.from({ length: 30 }, () => tryFrom()));
    expect(crowd.filter((code) => code === 'INVALID_PASSWORD')).toHaveLength(10);
    const knownBrowser = randomUUID();
    expect(await codeOf(limited.verify(PASSWORD, attemptFrom(), session()))).toBe('TOO_MANY_ATTEMPTS');
    expect(await codeOf(limited.verify(PASSWORD, attemptFrom({ knownBrowser }), session()))).toBe('ok');
  });

  it('counts wrong attempts of a known browser for that browser, from any address', async () => {
    const knownBrowser = randomUUID();
    for (let i = 0; i < 5; i++)
      expect(await guess('wrong', attemptFrom({ knownBrowser }))).toBe('INVALID_PASSWORD');
    expect(await guess(PASSWORD, attemptFrom({ knownBrowser }))).toBe('TOO_MANY_ATTEMPTS');
    expect(await guess(PASSWORD, attemptFrom({ knownBrowser: randomUUID() }))).toBe('ok');
  });

  it('counts attempts of a known browser separately from other attempts of its IP address', async () => {
    const ip = '203.0.113.17';
    for (let i = 0; i < 5; i++) await guess('wrong', attemptFrom({ ip }));
    expect(await guess(PASSWORD, attemptFrom({ ip }))).toBe('TOO_MANY_ATTEMPTS');
    const knownBrowser = randomUUID();
    expect(await guess(PASSWORD, attemptFrom({ ip, knownBrowser }))).toBe('ok');
    for (let i = 0; i < 5; i++) await guess('wrong', attemptFrom({ ip: '203.0.113.18', knownBrowser }));
    expect(await guess(PASSWORD, attemptFrom({ ip: '203.0.113.18' }))).toBe('ok');
  });

  it('returns the seconds to wait once all attempts are used up', async () => {
    const ip = '203.0.113.10';
    for (let i = 0; i < 5; i++) await guess('wrong', attemptFrom({ ip }));
    await expect(service.verify(PASSWORD, attemptFrom({ ip }), session())).rejects.toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
      params: { retryAfterSeconds: expect.any(Number) },
    });
  });
});

describe('change', () => {
  const change = (current: string, next: string, attempt = attemptFrom()) =>
    codeOf(service.change(current, next, attempt));

  it('replaces the password and increments the epoch', async () => {
    const before = await service.verify(PASSWORD, attemptFrom(), session());
    const epoch = await service.change(PASSWORD, 'a newer password', attemptFrom());
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
    const attempt = attemptFrom();
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

  it('uses the same counter as verify', async () => {
    const ip = '203.0.113.11';
    for (let i = 0; i < 5; i++) await change('wrong', 'a newer password', attemptFrom({ ip }));
    expect(await guess(PASSWORD, attemptFrom({ ip }))).toBe('TOO_MANY_ATTEMPTS');
  });
});

describe('the epoch', () => {
  it('is published again after Redis lost it, and lowered if it exceeds the stored epoch', async () => {
    const epoch = await service.verify(PASSWORD, attemptFrom(), session());
    await redis.flushall();
    expect(await until(() => redis.get(redisKeys.uploadEpoch), { deadlineMs: 15_000 })).toBe(String(epoch));
    // Simulates a restored backup from before a change: no session can be an uploader until the correction.
    await redis.set(redisKeys.uploadEpoch, epoch + 5);
    await until(async () => (await redis.get(redisKeys.uploadEpoch)) === String(epoch), {
      deadlineMs: 15_000,
    });
  });
});

describe('verify during an outage', () => {
  it('rejects every password while Redis is down, and recovers by itself', async () => {
    await auth.redis.kill9();
    expect(await guess(PASSWORD)).not.toBe('ok');
    await auth.redis.restart();
    expect(await until(async () => (await guess(PASSWORD)) === 'ok', { deadlineMs: 20_000 })).toBe(true);
  });

  it('rejects every password while Postgres is down, counts no attempts, and recovers by itself', async () => {
    const ip = '203.0.113.14';
    await auth.postgres.kill9();
    for (let i = 0; i < 6; i++) {
      const code = await guess(PASSWORD, attemptFrom({ ip }));
      expect(code).not.toBe('ok');
      expect(code).not.toBe('TOO_MANY_ATTEMPTS');
    }
    await auth.postgres.restart();
    expect(await until(async () => (await guess(PASSWORD)) === 'ok', { deadlineMs: 20_000 })).toBe(true);
    expect(await guess(PASSWORD, attemptFrom({ ip }))).toBe('ok');
  });
});

describe('alerts', () => {
  const alerts = async () => {
    const owner = await new DataSource({ type: 'postgres', url: auth.ownerUrl }).initialize();
    const rows = await owner.query(
      'SELECT kind, person_key AS person, details FROM outbox.alerts ORDER BY created_at',
    );
    await owner.query('TRUNCATE outbox.alerts');
    await owner.destroy();
    return rows;
  };
  const tried = (tries: number, address: string) => ({
    kind: 'uploadPassword',
    person: 'tried',
    details: { cause: 'tried', tries, address },
  });
  beforeEach(alerts);

  it('are stored from the fifth wrong password on, of one address or of many', async () => {
    const ip = '203.0.113.9';
    for (let attempt = 0; attempt < 4; attempt += 1) await guess('wrong', attemptFrom({ ip }));
    expect(await alerts()).toEqual([]);
    await guess('wrong', attemptFrom({ ip }));
    expect(await guess('wrong', attemptFrom({ ip }))).toBe('TOO_MANY_ATTEMPTS');
    await guess('wrong', attemptFrom({ ip: '203.0.113.10' }));
    await guess(PASSWORD, attemptFrom({ ip: '203.0.113.11' }));
    expect(await alerts()).toEqual([tried(5, ip), tried(6, '203.0.113.10')]);
  });

  it('are stored with each change of the password, once for a repeated command', async () => {
    const attempt = attemptFrom();
    await service.change(PASSWORD, 'the second password', attempt);
    await service.change(PASSWORD, 'the second password', attempt);
    expect(await codeOf(service.change(PASSWORD, 'another password', attemptFrom()))).toBe(
      'CURRENT_PASSWORD_INCORRECT',
    );
    const changed = { kind: 'uploadPassword', person: null, details: { cause: 'changed' } };
    expect(await alerts()).toEqual([changed]);
  });
});
