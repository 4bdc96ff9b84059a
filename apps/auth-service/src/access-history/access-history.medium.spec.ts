import { randomUUID } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { type AccessChange, accessHistoryLimits, type BlockKind } from '@secure-preview/contracts';
import { DataSource } from 'typeorm';
import { BlocksService } from '../blocks/blocks.service.js';
import { EndedPlaybacksService } from '../ended-playbacks/ended-playbacks.service.js';
import { InvitationsService } from '../invitations/invitations.service.js';
import { LeadAccessService } from '../lead-access/lead-access.service.js';
import { address, by, inHours, inviteOne, newChange } from '../testing/invitations.js';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';
import { AccessHistoryService } from './access-history.service.js';

let auth: RunningAuth;
let app: INestApplicationContext;
let owner: DataSource;

beforeAll(async () => {
  auth = await startAuth();
  app = await auth.replica();
  owner = await new DataSource({ type: 'postgres', url: auth.ownerUrl }).initialize();
});
afterAll(async () => {
  await owner?.destroy();
  await auth?.stop();
});
beforeEach(() => owner.query('TRUNCATE auth.blocks, auth.ended_visits, auth.ended_playbacks'));

type Query = Parameters<AccessHistoryService['read']>[0];
const read = (query: Partial<Query>) =>
  app.get(AccessHistoryService).read({ leadIds: [], visitors: [], invitee: null, ...query });
/** Reads the changes of a person, or the person of an address. */
const ofPerson = async (query: Partial<Query>) => (await read(query)).person.changes;
const summary = ({ action, value, by, byName }: Pick<AccessChange, 'action' | 'value' | 'by' | 'byName'>) =>
  [action, value, byName ?? by].join(' ');

const setPlayback = (leadId: string, trailerId: string, ended: boolean) =>
  app
    .get(EndedPlaybacksService)
    .change({ leadId, trailerId, ended, by: by.sessionRef, byName: by.name }, randomUUID());
const setVisit = (
  leadId: string,
  ended: boolean,
  session: string = by.sessionRef,
  commandId = randomUUID(),
) =>
  app
    .get(LeadAccessService)
    .change(
      { leadId, ended, by: session, ...(session === by.sessionRef ? { byName: by.name } : {}) },
      commandId,
    );
const setBlock = (
  kind: BlockKind,
  value: string,
  blocked: boolean,
  { author = by as typeof by | null, commandId = randomUUID() } = {},
) => app.get(BlocksService).change({ kind, value, blocked, note: '' }, author, commandId);

describe('the history of a visit', () => {
  it('has each end and its withdrawal with time and version, oldest first', async () => {
    const [leadId, trailerId, bystander] = [randomUUID(), randomUUID(), randomUUID()];
    const before = Date.now();
    await setPlayback(leadId, trailerId, true);
    await setPlayback(leadId, trailerId, false);
    await setVisit(leadId, true);
    await setVisit(bystander, true);
    const { visits, person } = await read({ leadIds: [leadId, randomUUID()] });
    const common = { kind: null, value: null, endsAt: null, by: 'administrator', byName: by.name };
    const stored = {
      ...common,
      id: expect.any(String),
      at: expect.any(String),
      commandId: expect.any(String),
    };
    expect(visits).toEqual([
      {
        leadId,
        omitted: 0,
        changes: [
          { ...stored, action: 'playbackEnded', trailerId },
          { ...stored, action: 'playbackAllowed', trailerId },
          { ...stored, action: 'visitEnded', trailerId: null },
        ],
      },
    ]);
    const times = visits[0]?.changes.map(({ at }) => Date.parse(at)) ?? [];
    expect(times.toSorted((a, b) => a - b)).toEqual(times);
    for (const time of times) expect(Math.abs(time - before)).toBeLessThan(60_000);
    expect(person).toEqual({ changes: [], omitted: 0 });
  });

  it('says that a flag ended it, not an administrator', async () => {
    const [leadId, flagId] = [randomUUID(), randomUUID()];
    await setVisit(leadId, true, flagId, flagId);
    await setVisit(leadId, false);
    const [visit] = (await read({ leadIds: [leadId] })).visits;
    expect(visit?.changes.map((change) => [change.action, change.by, change.byName])).toEqual([
      ['visitEnded', 'automatic', null],
      ['visitAllowed', 'administrator', by.name],
    ]);
  });

  it('has the newest changes, and the number of the others', async () => {
    const leadId = randomUUID();
    for (let n = 0; n < accessHistoryLimits.visit + 2; n++) await setVisit(leadId, n % 2 === 0);
    const [visit] = (await read({ leadIds: [leadId] })).visits;
    expect(visit?.omitted).toBe(2);
    expect(visit?.changes).toHaveLength(accessHistoryLimits.visit);
    expect(visit?.changes.at(-1)?.action).toBe('visitAllowed');
  });

  it('has the newest change of every visit when they have more than fit', async () => {
    const leadIds = Array.from({ length: 250 }, () => randomUUID());
    await owner.query(
      `INSERT INTO auth.ended_visits (command_id, lead_id, ended, by_session)
       SELECT gen_random_uuid(), lead_id, number % 2 = 1, $2
       FROM generate_series(1, 20) AS number, unnest($1::uuid[]) AS lead_id ORDER BY number`,
      [leadIds, randomUUID()],
    );
    const { visits, person } = await read({ leadIds });
    expect(visits).toHaveLength(250);
    for (const { changes, omitted } of visits) {
      expect(changes.at(-1)?.action).toBe('visitAllowed');
      expect(changes.length + omitted).toBe(20);
    }
    const count = visits.reduce((sum, { changes }) => sum + changes.length, 0);
    expect(count).toBe(accessHistoryLimits.page);
    expect(JSON.stringify({ visits, person }).length).toBeLessThan(200_000);
  });
});

describe('the history of a person', () => {
  it('has blocks of the address, its domain and its networks, also those taken back', async () => {
    const email = 'Ada@Kino.example';
    await setBlock('address', 'ada@kino.example', true);
    await setBlock('address', 'ada@kino.example', false, { author: { ...by, name: 'Hedy' } });
    await setBlock('domain', 'kino.example', true);
    await setBlock('network', '203.0.113.0/24', true);
    await setBlock('network', '2001:db8::/32', true);
    await setBlock('address', 'bob@kino.example', true);
    await setBlock('domain', 'other.example', true);
    await setBlock('network', '198.51.100.0/24', true);
    const visitors = [
      { email, ip: '203.0.113.9' },
      { email, ip: '2001:db8::1' },
      { email, ip: null },
    ];
    const changes = await ofPerson({ visitors });
    expect(changes.map(summary)).toEqual([
      'blocked ada@kino.example Grace',
      'unblocked ada@kino.example Hedy',
      'blocked kino.example Grace',
      'blocked 203.0.113.0/24 Grace',
      'blocked 2001:db8::/32 Grace',
    ]);
    expect(changes.map(({ kind }) => kind)).toEqual(['address', 'address', 'domain', 'network', 'network']);
  });

  it('names the command of a block without an administrator, which is that of a flag or of an operator', async () => {
    const commandId = randomUUID();
    await setBlock('address', 'ada@kino.example', true, { author: null, commandId });
    const visitors = [{ email: 'ada@kino.example', ip: null }];
    expect(await ofPerson({ visitors })).toMatchObject([{ by: 'portal', byName: null, commandId }]);
  });

  it('has invitations of the address and its domain, without mails that were sent again', async () => {
    const domain = `${randomUUID()}.example`;
    const email = `ada@${domain}`;
    const [endsAt, later] = [inHours(1), inHours(2)];
    const { id } = await inviteOne(app, { endsAt }, email);
    const invitations = app.get(InvitationsService);
    await invitations.change([id], { action: 'resend' }, newChange());
    await invitations.change([id], { action: 'extend', endsAt: later }, newChange());
    await invitations.change([id], { action: 'revoke' }, newChange());
    await inviteOne(app, {}, `@${domain}`);
    await inviteOne(app, {}, address());
    const changes = await ofPerson({ invitee: email.toUpperCase() });
    expect(changes.map(summary)).toEqual([
      `invited ${email} Grace`,
      `invitationExtended ${email} Grace`,
      `invitationRevoked ${email} Grace`,
      `invited @${domain} Grace`,
    ]);
    expect(changes.map((change) => change.endsAt)).toEqual([endsAt, later, later, null]);
    expect(await ofPerson({ visitors: [{ email, ip: null }] })).toEqual([]);
  });

  it('has the newest changes, and the number of the others', async () => {
    await owner.query(
      `INSERT INTO auth.blocks (command_id, kind, value, blocked, note, search_text, at)
       SELECT gen_random_uuid(), 'address', 'ada@kino.example', number % 2 = 1, '', '',
              now() - interval '1 hour' + number * interval '1 second'
       FROM generate_series(1, $1) AS number ORDER BY number`,
      [accessHistoryLimits.person + 3],
    );
    const { person } = await read({ visitors: [{ email: 'ada@kino.example', ip: 'no address' }] });
    expect(person.omitted).toBe(3);
    expect(person.changes).toHaveLength(accessHistoryLimits.person);
    expect(person.changes.at(-1)?.action).toBe('blocked');
  });
});
