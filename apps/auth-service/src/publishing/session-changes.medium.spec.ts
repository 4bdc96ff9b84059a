import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import {
  redisKeys,
  SESSION_CHANGES_CHANNEL,
  type SessionChange,
  sessionChange,
} from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { BlockedAddressPublisherService } from '../blocks/blocked-address-publisher.service.js';
import { BlocksService } from '../blocks/blocks.service.js';
import { EndedPlaybackPublisherService } from '../ended-playbacks/ended-playback-publisher.service.js';
import { EndedPlaybacksService } from '../ended-playbacks/ended-playbacks.service.js';
import { InvitationAccessService } from '../invitations/invitation-access.service.js';
import { InvitationPublisherService } from '../invitations/invitation-publisher.service.js';
import { InvitationsService } from '../invitations/invitations.service.js';
import { EndedVisitPublisherService } from '../lead-access/ended-visit-publisher.service.js';
import { LeadAccessService } from '../lead-access/lead-access.service.js';
import { address, by, inHours, inviteOne, newChange } from '../testing/invitations.js';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';

let auth: RunningAuth;
let app: INestApplicationContext;
let redis: Redis;
let subscriber: Redis;
const changes: SessionChange[] = [];

beforeAll(async () => {
  auth = await startAuth();
  redis = new Redis(auth.redis.url);
  subscriber = new Redis(auth.redis.url);
  await subscriber.subscribe(SESSION_CHANGES_CHANNEL);
  subscriber.on('message', (_channel, text: string) => changes.push(sessionChange.parse(JSON.parse(text))));
  app = await auth.replica();
  // Stops what is published at an interval: a change in progress may be announced by it as well.
  for (const publisher of [
    BlockedAddressPublisherService,
    EndedPlaybackPublisherService,
    EndedVisitPublisherService,
    InvitationPublisherService,
  ])
    await app.get(publisher, { strict: false }).beforeApplicationShutdown();
});
beforeEach(() => changes.splice(0));
afterAll(async () => {
  redis?.disconnect();
  subscriber?.disconnect();
  await auth?.stop();
});

const announced = () => until(() => changes.length > 0, { what: 'an announcement' });

it('announces that a visit is ended and allowed, once this is published', async () => {
  const leadId = randomUUID();
  const stateAtMessage = new Promise<number>((resolve) => {
    subscriber.once('message', () => void redis.exists(redisKeys.visitEnded(leadId)).then(resolve));
  });
  const visits = app.get(LeadAccessService, { strict: false });
  await visits.change({ leadId, ended: true, by: by.sessionRef }, randomUUID());
  expect(await stateAtMessage).toBe(1);
  await visits.change({ leadId, ended: false, by: by.sessionRef }, randomUUID());
  await until(() => changes.length === 2, { what: 'both announcements' });
  const change = { concerns: 'lead', ids: [leadId] };
  expect(changes).toEqual([change, change]);
});

it('announces that a playback is ended and allowed', async () => {
  const [leadId, trailerId] = [randomUUID(), randomUUID()];
  const playbacks = app.get(EndedPlaybacksService, { strict: false });
  for (const ended of [true, false]) {
    await playbacks.change({ leadId, trailerId, ended, by: by.sessionRef }, randomUUID());
  }
  await until(() => changes.length === 2, { what: 'both announcements' });
  const change = { concerns: 'lead', ids: [leadId] };
  expect(changes).toEqual([change, change]);
});

it('announces a blocked address', async () => {
  const value = address();
  const blocks = app.get(BlocksService, { strict: false });
  await blocks.change({ kind: 'address', value, blocked: true, note: '' }, by, randomUUID());
  await announced();
  expect(changes).toEqual([{ concerns: 'address', ids: [value] }]);
});

it('announces all used invitations of a change at once, and none that are unchanged', async () => {
  const access = app.get(InvitationAccessService, { strict: false });
  const invitations = app.get(InvitationsService, { strict: false });
  const invited = [await inviteOne(app), await inviteOne(app), await inviteOne(app)];
  const [first = '', second = '', unused = ''] = invited.map(({ id }) => id);
  await access.use(first);
  await access.use(second);
  await until(() => changes.length === 2, { what: 'the announcements of both uses' });
  changes.splice(0);
  await invitations.change([first, second, unused], { action: 'extend', endsAt: inHours(1) }, newChange());
  await announced();
  expect(changes).toEqual([{ concerns: 'invitation', ids: expect.arrayContaining([first, second]) }]);
  expect(changes[0]?.ids).toHaveLength(2);
  changes.splice(0);
  await access.use(first);
  await invitations.change([second], { action: 'revoke' }, newChange());
  await announced();
  expect(changes).toEqual([{ concerns: 'invitation', ids: [second] }]);
});

it('publishes a change although it cannot be announced', async () => {
  const leadId = randomUUID();
  const publisher = app.get(EndedVisitPublisherService, { strict: false });
  await redis.call('ACL', 'SETUSER', 'default', 'resetchannels');
  try {
    await publisher.publish({ leadId, ended: true, version: 1_000_000 });
    expect(await redis.exists(redisKeys.visitEnded(leadId))).toBe(1);
  } finally {
    await redis.call('ACL', 'SETUSER', 'default', 'allchannels');
  }
});
