import { randomUUID } from 'node:crypto';
import type { AccessChange, VisitVersion } from '@secure-preview/contracts';
import { Redis } from 'ioredis';
import { accessHistory } from '../testing/fake-access-history.js';
import { endedPlaybacks } from '../testing/fake-ended-playbacks.js';
import { entries } from '../testing/fake-entry.js';
import { flag, flags } from '../testing/fake-flags.js';
import { people, personPage } from '../testing/fake-person.js';
import { type FakeService, trailer } from '../testing/fakes.js';
import { PublishedAccess } from '../testing/published-access.js';
import {
  type RunningGateway,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing/running-gateway.js';
import { stranger, uploader, viewer } from '../testing/visitors.js';

let env: TestEnvironment;
let auth: FakeService;
let media: FakeService;
let gateway: RunningGateway;
let redis: Redis;

beforeAll(async () => {
  env = await startTestEnvironment();
  await env.serve('analytics');
  auth = await env.serve('auth');
  media = await env.serve('media');
  gateway = await env.readyGateway();
  redis = new Redis(env.redis.url);
  await new PublishedAccess(redis).uploadEpoch();
});
afterAll(async () => {
  redis?.disconnect();
  await env?.stop();
});

const personId = personPage.person.id;
const path = `/api/audience/people/${personId}`;
const versionOf = (trailerId: string): VisitVersion => ({
  trailerId,
  trailerSeconds: 90,
  seconds: 30,
  share: 0.25,
  ranges: [[0, 30]],
  playedSeconds: 45,
  confirmedSeconds: 24,
  unconfirmed: [[24, 30]],
  viewings: [],
  viewingCount: 0,
});

it('is for administrators only', async () => {
  await (await uploader(gateway)).get(path).expect(200);
  await (await viewer(gateway)).get(path).expect(403);
  await stranger(gateway).get(path).expect(401);
});

it('asks for the requested page of visits', async () => {
  const agent = await uploader(gateway);
  await agent.get(path).expect(200);
  await agent.get(`${path}?limit=5&cursor=next`).expect(200);
  expect(people.reads.slice(-2)).toEqual([
    { personId, limit: 100 },
    { personId, limit: 5, cursor: 'next' },
  ]);
  await agent.get(`${path}?limit=251`).expect(400);
});

it('answers 404 for an unknown person', async () => {
  const unknown = randomUUID();
  people.unknown.push(unknown, 'nonsense');
  const agent = await uploader(gateway);
  for (const id of [unknown, 'nonsense']) {
    const { body } = await agent.get(`/api/audience/people/${id}`).expect(404);
    expect(body.code).toBe('LEAD_NOT_FOUND');
  }
});

it('joins the titles of versions that still exist, and networks and blocks', async () => {
  const [visit] = personPage.visits;
  const removed = randomUUID();
  if (visit) visit.versions = [versionOf(trailer.id), versionOf(removed)];
  entries.blocked.push('ada@example.com');
  const endedAt = '2026-01-01T00:00:00.000Z';
  endedPlaybacks.listed = [
    { leadId: visit?.id ?? '', trailerId: removed, endedAt },
    { leadId: randomUUID(), trailerId: trailer.id, endedAt },
  ];
  const { body } = await (await uploader(gateway)).get(path).expect(200);
  const blocks = [{ kind: 'address', value: 'ada@example.com' }];
  const none = { changes: [], omitted: 0 };
  const { ipAddress: _, ...person } = personPage.person;
  expect(body).toEqual({
    person: { ...person, network: '203.0.113.0/24', blocks, accessHistory: none },
    visits: [
      {
        ...visit,
        network: '198.51.100.0/24',
        blocks,
        visitEnded: false,
        endedPlaybacks: [removed],
        accessHistory: none,
        own: false,
      },
    ],
    flags: [flag],
    trailers: [{ id: trailer.id, title: trailer.title, createdAt: trailer.createdAt }],
    total: 1,
    nextCursor: null,
  });
});

const change: AccessChange = {
  id: 'visit 1',
  at: '2026-01-01T00:00:00.000Z',
  action: 'visitEnded',
  trailerId: null,
  kind: null,
  value: null,
  endsAt: null,
  by: 'administrator',
  byName: null,
};

it('joins changes of access, and says which blocks are automatic', async () => {
  const leadId = personPage.visits[0]?.id ?? '';
  const ended = { ...change, id: 'playback 1', action: 'playbackEnded' as const, trailerId: trailer.id };
  const blocked = {
    ...change,
    action: 'blocked' as const,
    kind: 'address' as const,
    value: 'ada@example.com',
  };
  const byFlag = { ...blocked, id: 'block 1', by: 'portal' as const };
  const byOperator = { ...blocked, id: 'block 2', by: 'portal' as const };
  accessHistory.answer = {
    person: {
      changes: [
        { ...byFlag, commandId: flag.id },
        { ...byOperator, commandId: randomUUID() },
      ],
      omitted: 3,
    },
    visits: [{ leadId, changes: [{ ...ended, commandId: randomUUID() }], omitted: 1 }],
  };
  const { body } = await (await uploader(gateway)).get(path).expect(200);
  expect(body.person.accessHistory).toEqual({
    changes: [{ ...byFlag, by: 'automatic' }, byOperator],
    omitted: 3,
  });
  expect(body.visits[0].accessHistory).toEqual({ changes: [ended], omitted: 1 });
  expect(body.trailers).toMatchObject([{ id: trailer.id }]);
  const { email } = personPage.person;
  expect(accessHistory.reads.at(-1)).toEqual({
    leadIds: [leadId],
    visitors: [
      { email, ip: '203.0.113.7' },
      { email, ip: '198.51.100.7' },
    ],
    invitee: email,
  });
});

it('reads no invitations of an address that is only claimed', async () => {
  personPage.person.verifiedBy = 'none';
  await (await uploader(gateway)).get(path).expect(200);
  personPage.person.verifiedBy = 'code';
  expect(accessHistory.reads.at(-1)).toMatchObject({ invitee: null });
});

it('says on each page how many flags are left out', async () => {
  flags.omitted = 4;
  for (const query of ['', '?cursor=next']) {
    const { body } = await (await uploader(gateway)).get(path + query).expect(200);
    expect(body).toMatchObject({ flags: [flag], flagsOmitted: 4 });
  }
  flags.omitted = undefined;
});

it('answers without blocks while auth-service is down, and without titles while media-service is', async () => {
  const agent = await uploader(gateway);
  await auth.stop();
  await media.stop();
  const { body } = await agent.get(path).expect(200);
  for (const part of [body.person, body.visits[0]]) {
    expect(part).not.toHaveProperty('blocks');
    expect(part).not.toHaveProperty('accessHistory');
    expect(part).toHaveProperty('network');
  }
  expect(body.visits[0]).not.toHaveProperty('visitEnded');
  expect(body.visits[0]).not.toHaveProperty('endedPlaybacks');
  expect(body).not.toHaveProperty('trailers');
  await env.serve('auth');
  await env.serve('media');
});
