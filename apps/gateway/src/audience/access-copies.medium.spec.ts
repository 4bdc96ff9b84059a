import { randomUUID } from 'node:crypto';
import { redisKeys } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { entries } from '../testing/fake-entry.js';
import { access } from '../testing/fake-people.js';
import type { FakeService } from '../testing/fakes.js';
import { startTestEnvironment, type TestEnvironment } from '../testing/running-gateway.js';

let env: TestEnvironment;
let redis: Redis;
let analytics: FakeService;

beforeAll(async () => {
  env = await startTestEnvironment();
  redis = new Redis(env.redis.url);
  await env.serve('auth');
  await env.serve('media');
  analytics = await env.serve('analytics');
  await redis.set(redisKeys.blockRulesVersion, 5);
  await env.readyGateway();
  await env.readyGateway();
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});

const person = (email: string, networks: string[] = []) => ({ id: randomUUID(), email, networks });
/** Returns what is stored with the number of a change. A comparison with another number is repeated. */
const storedAfter = async (version: number, people: (typeof access)['unchecked']) => {
  access.stored = [];
  access.unchecked = people;
  const stored = () => access.stored.filter((comparison) => comparison.version === version);
  const isStored = () => {
    if (access.unchecked.length > 0) return false;
    if (stored().length === 0) access.unchecked = people;
    return stored().length > 0;
  };
  await until(isStored, { deadlineMs: 15_000, what: 'the comparison' });
  return stored();
};

it('stores whether people are blocked, with the number of the change and of the networks', async () => {
  entries.blocked = ['ada@example.com'];
  const ada = person('ada@example.com', ['203.0.113.0/24', '2001:db8:1::/48']);
  const bob = person('bob@example.com');
  expect(await storedAfter(5, [ada, bob])).toEqual([
    {
      version: 5,
      people: [
        { id: ada.id, blocked: true, networks: 2 },
        { id: bob.id, blocked: false, networks: 0 },
      ],
    },
  ]);
  entries.blocked = [];
  await redis.set(redisKeys.blockRulesVersion, 6);
  expect(await storedAfter(6, [ada])).toEqual([
    { version: 6, people: [{ id: ada.id, blocked: false, networks: 2 }] },
  ]);
});

it('continues after analytics-service was down', async () => {
  await redis.set(redisKeys.blockRulesVersion, 6);
  await analytics.stop();
  access.unchecked = [person('ada@example.com')];
  // A round that fails has asked for people before.
  await until(async () => (await redis.exists('portal:access-copies-round')) === 1, {
    deadlineMs: 15_000,
    what: 'a round',
  });
  analytics = await env.serve('analytics');
  expect(await storedAfter(6, access.unchecked)).toHaveLength(1);
});

it('ends a round when the blocks change meanwhile', async () => {
  await redis.set(redisKeys.blockRulesVersion, 6);
  Object.assign(access, { stored: [], areAlwaysDue: true, unchecked: [person('ada@example.com')] });
  const stored = (number: number) => access.stored.filter(({ version }) => version === number).length;
  await until(() => stored(6) > 0, { deadlineMs: 15_000, what: 'a round' });
  await redis.set(redisKeys.blockRulesVersion, 7);
  await until(() => stored(7) > 0, { deadlineMs: 15_000, what: 'the next round' });
  const before = stored(6);
  await until(() => stored(7) > 50, { deadlineMs: 15_000, what: 'more comparisons' });
  access.areAlwaysDue = false;
  expect(stored(6)).toBe(before);
});
