import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppError, type FlagFacts, type VerifiedBy } from '@secure-preview/contracts';
import { startTestRedis, type TestRedis, until } from '@secure-preview/testing';
import { appModule } from '../app.module.js';
import { FlagRepository } from '../flags/flag.repository.js';
import { LeadsService } from '../leads/leads.service.js';
import { PeopleRepository } from '../people/people.repository.js';
import { FakeAuth } from '../testing/fake-auth.js';
import { storeFlag } from '../testing/flags.js';
import { captureLead, registerTerms } from '../testing/leads.js';
import { logger, type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { ServiceProcess } from '../testing/service-process.js';

const watermark: FlagFacts = { kind: 'watermark', times: 3 };
let analytics: RunningAnalytics;
let redis: TestRedis;
let app: INestApplicationContext;
let auth: FakeAuth;
const running: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  [analytics, redis] = await Promise.all([startAnalytics(), startTestRedis()]);
  app = await analytics.replica();
  await registerTerms(app.get(LeadsService));
});
beforeEach(async () => {
  auth = new FakeAuth();
  await analytics.owner.query(
    `TRUNCATE analytics.leads, analytics.people, analytics.staff_leads, analytics.flags, outbox.alert_settings`,
  );
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()));
  await redis.flush();
});
afterAll(async () => {
  await Promise.all([analytics?.stop(), redis?.stop()]);
});

const capture = (email = 'Ada@example.org', verifiedBy: VerifiedBy = 'code') =>
  captureLead(app.get(LeadsService), { email, verifiedBy });
const flagOf = (leadId: string, wantsBlock = true) =>
  storeFlag(analytics.owner, { leadId, facts: watermark, wantsBlock });
const serveAuth = async () => {
  const stop = await auth.serve(redis.url);
  running.push(stop);
};
/** Starts a replica that blocks. */
const startBlocking = async () => {
  const environment = { DATABASE_URL: analytics.database.appUrl, RPC_REDIS_URL: redis.url };
  const replica = await NestFactory.createApplicationContext(appModule(environment, logger), {
    logger: false,
  });
  running.push(() => replica.close());
};
const isBlocked = async (leadId: string) =>
  (await app.get(FlagRepository).ofPerson(leadId)).flags.every(({ blockedAt }) => blockedAt !== null);
/** Returns the calls of different commands. One that is not answered within two seconds is repeated. */
const commands = <T extends { commandId: string }>(calls: readonly T[]): T[] => [
  ...new Map(calls.map((call) => [call.commandId, call])).values(),
];
const untilBlocked = (leadId: string) =>
  until(() => isBlocked(leadId), { deadlineMs: 30_000, what: 'the block' });

it('blocks a proved address, with a note in the language of alerts', async () => {
  await analytics.owner.query('INSERT INTO outbox.alert_settings (settings) VALUES ($1)', [
    JSON.stringify({ language: 'de' }),
  ]);
  const leadId = await capture();
  const commandId = await flagOf(leadId);
  await serveAuth();
  await startBlocking();
  await untilBlocked(leadId);
  expect(auth.endedVisits).toEqual([]);
  expect(commands(auth.blocks)).toEqual([
    {
      kind: 'address',
      value: 'Ada@example.org',
      note: 'Automatisch: Wasserzeichen entfernt',
      blocked: true,
      by: null,
      commandId,
    },
  ]);
});

it.each(['none', 'link'] as const)(
  'ends just the visit if the address is only claimed: %s',
  async (proof) => {
    const leadId = await capture(undefined, proof);
    const commandId = await flagOf(leadId);
    await serveAuth();
    await startBlocking();
    await untilBlocked(leadId);
    expect(commands(auth.endedVisits)).toEqual([{ leadId, by: commandId, commandId }]);
    expect(auth.blocks).toEqual([]);
  },
);

it('ends just the visit if an administrator has entered with the same address', async () => {
  const [staff, leadId] = [await capture(), await capture()];
  await app.get(PeopleRepository).markStaff(staff);
  await flagOf(leadId);
  await serveAuth();
  await startBlocking();
  await untilBlocked(leadId);
  expect(commands(auth.endedVisits)).toMatchObject([{ leadId }]);
  expect(auth.blocks).toEqual([]);
});

it('leaves out flags that need no block, dismissed ones, and visits of staff', async () => {
  const [harmless, dismissed, staff, last] = [
    await capture('a@example.org'),
    await capture('b@example.org'),
    await capture('c@example.org'),
    await capture('d@example.org'),
  ];
  // Rounds begin with the newest flag.
  await flagOf(last);
  await flagOf(harmless, false);
  await app.get(FlagRepository).dismiss(await flagOf(dismissed), true);
  await flagOf(staff);
  await app.get(PeopleRepository).markStaff(staff);
  await serveAuth();
  await startBlocking();
  await untilBlocked(last);
  expect(commands(auth.blocks).map(({ value }) => value)).toEqual(['d@example.org']);
  expect(auth.endedVisits).toEqual([]);
});

it('blocks once auth-service serves, and is not held up by a block that fails', async () => {
  const [older, newer] = [await capture('older@example.org'), await capture('newer@example.org')];
  await flagOf(older);
  await flagOf(newer);
  auth.beforeAnswer = async ({ value }) => {
    if (value === 'newer@example.org') throw new AppError('VALIDATION_FAILED');
  };
  await startBlocking();
  await serveAuth();
  await untilBlocked(older);
  expect(await isBlocked(newer)).toBe(false);
  auth.beforeAnswer = async () => undefined;
  await untilBlocked(newer);
});

it('repeats the same command if the process is killed before it has stored the block', async () => {
  const leadId = await capture();
  const commandId = await flagOf(leadId);
  const start = () => {
    const environment = { DATABASE_URL: analytics.database.appUrl, RPC_REDIS_URL: redis.url };
    const process = ServiceProcess.start(environment);
    running.push(() => process.end('SIGKILL'));
    return process;
  };
  const first = start();
  auth.beforeAnswer = async () => void (await first.end('SIGKILL'));
  await serveAuth();
  await until(() => !first.isRunning, { deadlineMs: 60_000, what: 'the kill' });
  expect(await isBlocked(leadId)).toBe(false);
  start();
  await untilBlocked(leadId);
  expect(auth.blocks.length).toBeGreaterThanOrEqual(2);
  expect(commands(auth.blocks)).toMatchObject([{ commandId }]);
});
