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

describe('the first password', () => {
  it('is stored once by however many replicas start', async () => {
    const other = await auth.replica({ UPLOAD_PASSWORD: 'something else entirely' });
    await Promise.all([app, other].map((replica) => replica.get(InitialPasswordService).ensure()));
    expect(await guess(PASSWORD)).toBe('ok');
    expect(await guess('something else entirely')).toBe('INVALID_PASSWORD');
  });
});

describe('verify', () => {
  it('lets the right password in, with the epoch published and the session kept as staff', async () => {
    const who = session();
    const epoch = await service.verify(PASSWORD, from(), who);
    expect(Number(await redis.get(redisKeys.uploadEpoch))).toBe(epoch);
    const rows = await app
      .get(DataSource)
      .query('SELECT ip FROM auth.staff_sessions WHERE session_ref = $1', [who.sessionRef]);
    expect(rows).toEqual([{ ip: who.ip }]);
  });

  it('evaluates five of fifty parallel guesses from one address', async () => {
    const ip = '203.0.113.7';
    const codes = await Promise.all(Array.from({ length: 50 }, () => guess('wrong', from({ ip }))));
    expect(codes.filter((code) => code === 'INVALID_PASSWORD')).toHaveLength(5);
    expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(45);
    expect(await guess(PASSWORD, from({ ip }))).toBe('TOO_MANY_ATTEMPTS');
    expect(await guess(PASSWORD, from())).toBe('ok');
  });

  it('counts over replicas', async () => {
    const other = (await auth.replica()).get(UploadPasswordService);
    const ip = '203.0.113.8';
    for (let tried = 0; tried < 3; tried++) await guess('wrong', from({ ip }));
    for (let tried = 0; tried < 2; tried++) await codeOf(other.verify('wrong', from({ ip }), session()));
    expect(await codeOf(other.verify(PASSWORD, from({ ip }), session()))).toBe('TOO_MANY_ATTEMPTS');
  });

  it('takes an IPv6 /64 for one place', async () => {
    for (let tried = 0; tried < 5; tried++) await guess('wrong', from({ ip: `2001:db8:1:2::${tried + 1}` }));
    expect(await guess(PASSWORD, from({ ip: '2001:db8:1:2:ffff::1' }))).toBe('TOO_MANY_ATTEMPTS');
    expect(await guess(PASSWORD, from({ ip: '2001:db8:1:3::1' }))).toBe('ok');
  });

  it('gives a right try back, and counts a command that is sent twice once', async () => {
    const ip = '203.0.113.9';
    for (let tried = 0; tried < 4; tried++) await guess('wrong', from({ ip }));
    const again = from({ ip });
    for (let sent = 0; sent < 5; sent++) expect(await guess(PASSWORD, again)).toBe('ok');
    expect(await guess('wrong', again)).toBe('INVALID_PASSWORD');
    expect(await guess('wrong', again)).toBe('INVALID_PASSWORD');
    expect(await guess('wrong', from({ ip }))).toBe('TOO_MANY_ATTEMPTS');
  });

  it('does not count what it refused, so that the right password still has its try', async () => {
    const ip = '203.0.113.12';
    for (let tried = 0; tried < 4; tried++) await guess('wrong', from({ ip }));
    const codes = await Promise.all(Array.from({ length: 10 }, () => guess(PASSWORD, from({ ip }))));
    expect(codes).toContain('ok');
    expect(await guess(PASSWORD, from({ ip }))).toBe('ok');
    expect(await guess('wrong', from({ ip }))).toBe('INVALID_PASSWORD');
    expect(await guess(PASSWORD, from({ ip }))).toBe('TOO_MANY_ATTEMPTS');
  });

  it('counts a command once that arrives several times at once', async () => {
    const ip = '203.0.113.15';
    const again = from({ ip });
    const codes = await Promise.all(Array.from({ length: 10 }, () => guess('wrong', again)));
    expect(new Set(codes)).toEqual(new Set(['INVALID_PASSWORD']));
    for (let tried = 0; tried < 4; tried++)
      expect(await guess('wrong', from({ ip }))).toBe('INVALID_PASSWORD');
    expect(await guess('wrong', from({ ip }))).toBe('TOO_MANY_ATTEMPTS');
  });

  it('begins a count anew a quarter of an hour after its first try, and owes nothing to the last', async () => {
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

  it('takes an IPv4 address written as IPv6 for the same place', async () => {
    for (let tried = 0; tried < 5; tried++) await guess('wrong', from({ ip: '::ffff:203.0.113.13' }));
    expect(await guess(PASSWORD, from({ ip: '203.0.113.13' }))).toBe('TOO_MANY_ATTEMPTS');
  });

  it('stops a crowd of guessers without locking out a browser that succeeded before', async () => {
    const small = (await auth.replica({ UPLOAD_PASSWORD_TRIES_TOTAL: 10 })).get(UploadPasswordService);
    const tryFrom = (overrides = {}) => codeOf(small.verify('wrong', from(overrides), session()));
    const crowd = await Promise.all(Array.from({ length: 30 }, () => tryFrom()));
    expect(crowd.filter((code) => code === 'INVALID_PASSWORD')).toHaveLength(10);
    const knownBrowser = randomUUID();
    expect(await codeOf(small.verify(PASSWORD, from(), session()))).toBe('TOO_MANY_ATTEMPTS');
    expect(await codeOf(small.verify(PASSWORD, from({ knownBrowser }), session()))).toBe('ok');
  });

  it('counts wrong tries of a known browser for that browser, whatever its address', async () => {
    const knownBrowser = randomUUID();
    for (let tried = 0; tried < 5; tried++)
      expect(await guess('wrong', from({ knownBrowser }))).toBe('INVALID_PASSWORD');
    expect(await guess(PASSWORD, from({ knownBrowser }))).toBe('TOO_MANY_ATTEMPTS');
    expect(await guess(PASSWORD, from({ knownBrowser: randomUUID() }))).toBe('ok');
  });

  it('lets a known browser in after others at its address used up their tries', async () => {
    const ip = '203.0.113.17';
    for (let tried = 0; tried < 5; tried++) await guess('wrong', from({ ip }));
    expect(await guess(PASSWORD, from({ ip }))).toBe('TOO_MANY_ATTEMPTS');
    const knownBrowser = randomUUID();
    expect(await guess(PASSWORD, from({ ip, knownBrowser }))).toBe('ok');
    for (let tried = 0; tried < 5; tried++) await guess('wrong', from({ ip: '203.0.113.18', knownBrowser }));
    expect(await guess(PASSWORD, from({ ip: '203.0.113.18' }))).toBe('ok');
  });

  it('tells how long to wait', async () => {
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

  it('replaces the password and moves the epoch on', async () => {
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
  ])('from %j to %j is %s', async (current, next, code) => {
    expect(await change(current, next)).toBe(code);
    expect(await guess(PASSWORD)).toBe('ok');
  });

  it('answers a command that is sent twice with the same epoch', async () => {
    const attempt = from();
    const first = await service.change(PASSWORD, 'a newer password', attempt);
    expect(await service.change(PASSWORD, 'a newer password', attempt)).toBe(first);
  });

  it('lets one of two changes at once win', async () => {
    const codes = await Promise.all([
      change(PASSWORD, 'one new password'),
      change(PASSWORD, 'two new password'),
    ]);
    expect(codes.sort()).toEqual(['CURRENT_PASSWORD_INCORRECT', 'ok']);
  });

  it('draws on the same count as entering', async () => {
    const ip = '203.0.113.11';
    for (let tried = 0; tried < 5; tried++) await change('wrong', 'a newer password', from({ ip }));
    expect(await guess(PASSWORD, from({ ip }))).toBe('TOO_MANY_ATTEMPTS');
  });
});

describe('the epoch', () => {
  it('is published again when Redis lost it, and put right when no password has it', async () => {
    const epoch = await service.verify(PASSWORD, from(), session());
    await redis.flushall();
    expect(await until(() => redis.get(redisKeys.uploadEpoch), { deadlineMs: 15_000 })).toBe(String(epoch));
    // As after a restore from before a change: nobody could be an uploader until it is put right.
    await redis.set(redisKeys.uploadEpoch, epoch + 5);
    await until(async () => (await redis.get(redisKeys.uploadEpoch)) === String(epoch), {
      deadlineMs: 15_000,
    });
  });
});

describe('outages', () => {
  it('nobody is let in while Redis is away, and the service comes back by itself', async () => {
    await auth.redis.kill9();
    expect(await guess(PASSWORD)).not.toBe('ok');
    await auth.redis.restart();
    expect(await until(async () => (await guess(PASSWORD)) === 'ok', { deadlineMs: 20_000 })).toBe(true);
  });

  it('the same for Postgres, and tries that nobody could look at are not counted', async () => {
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
