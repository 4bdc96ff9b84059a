import { randomUUID } from 'node:crypto';
import { redisKeys } from '@secure-preview/contracts';
import { Redis } from 'ioredis';
import { flag, flags } from '../testing/fake-flags.js';
import { personPage } from '../testing/fake-person.js';
import { services } from '../testing/fakes.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { uploader, viewer } from '../testing/visitors.js';

let env: TestEnvironment;
let gateway: RunningGateway;
let admin: Awaited<ReturnType<typeof uploader>>;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serveAll();
  gateway = await env.readyGateway();
  const redis = new Redis(env.redis.url);
  await redis.set(redisKeys.uploadEpoch, services.epoch);
  redis.disconnect();
  admin = await uploader(gateway);
});
afterAll(() => env?.stop());
afterEach(() => {
  flags.failure = undefined;
});

const path = `/api/flags/${flag.id}`;
const personPath = `/api/audience/people/${personPage.person.id}`;

describe('a flag', () => {
  it('is dismissed and counted again by administrators', async () => {
    await admin.put(path).send({ dismissed: true }).expect(200);
    await admin.put(path).send({ dismissed: false }).expect(200);
    expect(flags.dismissals).toEqual([
      { flagId: flag.id, dismissed: true, byName: expect.stringMatching(/./) },
      { flagId: flag.id, dismissed: false, byName: expect.stringMatching(/./) },
    ]);
    await (await viewer(gateway)).put(path).send({ dismissed: true }).expect(403);
  });

  it('must exist', async () => {
    const unknown = randomUUID();
    flags.unknown.push(unknown);
    for (const id of [unknown, 'nonsense']) {
      const { body } = await admin.put(`/api/flags/${id}`).send({ dismissed: true }).expect(404);
      expect(body.code).toBe('LEAD_NOT_FOUND');
    }
  });

  it('is either dismissed or not', async () => {
    for (const body of [{}, { dismissed: 'yes' }]) await admin.put(path).send(body).expect(400);
  });
});

describe('the page of a person', () => {
  it('has the flags on each page: a page of the export shows those of its visits', async () => {
    for (const query of ['', '?cursor=next'])
      expect((await admin.get(personPath + query).expect(200)).body.flags).toEqual([flag]);
  });

  it('is without flags while they cannot be read', async () => {
    flags.failure = new Error('no database');
    expect((await admin.get(personPath).expect(200)).body).not.toHaveProperty('flags');
  });
});
