import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { selectRows, withClient } from '@secure-preview/embedded';
import { readRunState } from '@secure-preview/standalone';
import { deleteRedisKeys, flushRedis, until } from '@secure-preview/testing';
import { z } from 'zod';
import { restoreSettings } from '../support/access-admin.js';
import { type Answer, Client, enterAsUploader, enterAsViewer } from '../support/client.js';
import { interruptAt } from '../support/interrupt-at.js';
import type { Mailbox } from '../support/mailbox.js';
import type { TestPortal } from '../support/portal.js';
import { dataDirOf, runPortalCommand } from '../support/portal-command.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';
import { untilOk, Watcher } from '../support/watcher.js';

const DESK = 'desk@watching.example';
const BLOCKED = 'blocked@watching.example';
const TRAILER_SECONDS = 6;
/** Seconds that the server accepts at once, in addition to the elapsed time. */
const SECONDS_AT_ONCE = 5;
/** People who watch while a process is killed. The alerts of an hour that are sent at once are limited. */
const WATCHERS = 4;
/** Milliseconds within which the live page shows those who watch after Redis was flushed. */
const SHOWN_AGAIN_MS = 10_000;
/** Milliseconds within which lost marks of ended playbacks are published again: every 5 seconds, and 2 for the work. */
const ENDED_AGAIN_MS = 7000;

let mailbox: Mailbox;
let portal: TestPortal;
let admin: Client;
const everybody: Watcher[] = [];
const ended: Watcher[] = [];

function running() {
  const state = readRunState(dataDirOf(portal));
  if (!state) throw new Error('the portal does not run');
  return state;
}

// Each test continues with the visitors of the previous ones.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ files, mailPortal }) => {
  portal = mailPortal;
  mailbox = mailPortal.mailbox;
  const video = files.video('mp4', TRAILER_SECONDS);
  admin = await publishTrailer(portal.url, { title: 'Perihelion', video });
  const { version } = (await admin.get('/api/settings')).json();
  const alerts = { firstPlay: { when: 'atOnce', mail: true, webhook: false } };
  const set = { alertEmail: DESK, alerts };
  expect((await admin.patch('/api/settings', { version, set })).status).toBe(200);
});
test.afterAll(async () => {
  await restoreSettings(admin);
});

const arrive = async (count: number) => {
  const arrived = await Promise.all(Array.from({ length: count }, () => Watcher.arrive(portal.url)));
  everybody.push(...arrived);
  return arrived;
};
const playlistOf = ({ client, trailerId }: Watcher) =>
  client.get(`/api/media/trailers/${trailerId}/master.m3u8`);
const outcomeOf = ({ status, text }: Answer) =>
  status === 403 ? `403 ${JSON.parse(text).params?.reason}` : String(status);
const ENDED = '403 playbackEnded';

async function visitOf({ name }: Pick<Watcher, 'name'>) {
  const query = `q=${encodeURIComponent(name)}`;
  const { people } = (await admin.get(`/api/audience/people?${query}`)).json();
  const { visits } = (await admin.get(`/api/audience/people/${people[0].id}`)).json();
  return { person: people[0], visit: visits[0] };
}

/** Ends the playback of a watcher, and checks that this holds as soon as it is acknowledged. */
async function end(watcher: Watcher): Promise<void> {
  const found = await untilOk(() => admin.get(`/api/lead-captures?q=${encodeURIComponent(watcher.name)}`));
  const path = `/api/lead-captures/${found.json()[0].id}/ended-playbacks/${watcher.trailerId}`;
  await untilOk(() => admin.post(path));
  ended.push(watcher);
  const outcomes = await outcomesUntil(ENDED, () => playlistOf(watcher));
  // A killed gateway breaks connections.
  expect(outcomes.filter((outcome) => !['broken', '503', '504', ENDED].includes(outcome))).toEqual([]);
}

/** Repeats a request until it has this outcome. @returns all outcomes */
async function outcomesUntil(outcome: string, request: () => Promise<Answer>): Promise<string[]> {
  const outcomes: string[] = [];
  await until(
    async () => {
      outcomes.push(await request().then(outcomeOf, () => 'broken'));
      return outcomes.at(-1) === outcome;
    },
    { deadlineMs: 30_000, what: () => `${outcome} instead of ${outcomes.at(-1)}` },
  );
  return outcomes;
}

/** Ends the playbacks of further visitors one after another until it is stopped. */
function endRepeatedly(): () => Promise<void> {
  let isStopped = false;
  const loop = (async () => {
    while (!isStopped) {
      const [victim] = await until(() => arrive(1).catch(() => undefined), {
        deadlineMs: 60_000,
        what: 'a visitor to enter',
      });
      if (victim) await end(victim);
    }
  })();
  return async () => {
    isStopped = true;
    await loop;
  };
}

/** Kills a process. Returns a function that waits for its replacement. */
function kill(name: string): () => Promise<unknown> {
  const pid = portal.pids()[name];
  if (!pid) throw new Error(`no process ${name} among ${Object.keys(portal.pids()).join(', ')}`);
  process.kill(pid, 'SIGKILL');
  return () =>
    until(() => ![undefined, pid].includes(portal.pids()[name]), {
      deadlineMs: 60_000,
      what: `another ${name}`,
    });
}

/** Table that a request writes to when the process is killed, and the request. */
const interruptions: Record<string, [table: string, request: (watcher: Watcher) => Promise<unknown>]> = {
  gateway: ['analytics.progress_events', (watcher) => watcher.report()],
  'analytics-service': ['outbox.alerts', (watcher) => watcher.report()],
  'auth-service': ['auth.ended_playbacks', end],
};

for (const [service, [table, request]] of Object.entries(interruptions)) {
  test(`keeps reports, alerts and ended playbacks when ${service} is killed`, async () => {
    const [interrupted, ...watchers] = await arrive(WATCHERS);
    const stopEnding = endRepeatedly();
    const [early, ...late] = watchers;
    early?.watch(TRAILER_SECONDS);
    let answered: Promise<unknown> | undefined;
    let replaced = async (): Promise<unknown> => undefined;
    await interruptAt(running().databaseAdminUrl, {
      table,
      request: async () => {
        if (interrupted) answered = request(interrupted);
      },
      fault: () => {
        replaced = kill(service);
        for (const watcher of late) watcher.watch(TRAILER_SECONDS);
      },
    });
    await replaced();
    await answered;
    await Promise.all(late.map((watcher) => until(() => watcher.acknowledged > 20, { deadlineMs: 60_000 })));
    await stopEnding();
    await Promise.all(watchers.map((watcher) => watcher.stop()));
  });
}

test('sends alerts again under the same Message-ID when the notifier is killed', async () => {
  const [watcher] = await arrive(1);
  await untilAlertsAreSent();
  const release = mailbox.hold('onEnd');
  await watcher?.report();
  await until(() => isSending(true), { deadlineMs: 30_000, what: 'a complete mail' });
  const replaced = kill('notifier');
  release();
  await replaced();
  await until(() => alertsAbout(watcher?.name).length === 1, { deadlineMs: 30_000, what: 'the mail' });
  await endLeases();
  await until(() => alertsAbout(watcher?.name).length === 2, { deadlineMs: 30_000, what: 'the same mail' });
});

const query = (sql: string, values: unknown[] = []) =>
  withClient(running().databaseAdminUrl, (client) => selectRows(client, z.object({}), sql, values));
/** A mail about somebody else would be held instead, while the lease of the next one lasts 3 minutes. */
const untilAlertsAreSent = () =>
  until(
    async () => {
      const waiting = await query(
        `SELECT 1 FROM outbox.alerts WHERE state = 'waiting' AND kind = 'firstPlay'
         UNION ALL SELECT 1 FROM outbox.messages WHERE state IN ('waiting', 'sending')`,
      );
      return waiting.length === 0;
    },
    { deadlineMs: 60_000, what: 'earlier alerts to be sent' },
  );
const isSending = async (dataEnded: boolean) =>
  (await query(`SELECT FROM outbox.messages WHERE state = 'sending' AND data_ended = $1`, [dataEnded]))
    .length > 0;
/** Ends the leases of killed notifiers, which otherwise takes 3 minutes. */
const endLeases = () =>
  query(`UPDATE outbox.messages SET lease_until = clock_timestamp() WHERE state = 'sending'`);
const alertsAbout = (name = '') => mailbox.texts(DESK).filter((text) => text.includes(name));
const messageIdOf = (text: string) => /^Message-ID: (.*)$/m.exec(text)?.[1];

test('has lost nothing that was acknowledged after all kills', async () => {
  for (const watcher of everybody.filter(({ acknowledged }) => acknowledged > 0)) {
    const { person, visit } = await visitOf(watcher);
    expect(person.watchedSeconds).toBeCloseTo(watcher.seconds);
    expect(visit.versions).toMatchObject([{ trailerId: watcher.trailerId, viewingCount: 1 }]);
    expect(visit.versions[0].playedSeconds).toBeCloseTo(watcher.seconds);
    expect(visit.versions[0].viewings[0].playCount).toBe(watcher.acknowledged);
    const mails = await until(() => notEmpty(alertsAbout(watcher.name)), {
      deadlineMs: 30_000,
      what: `an alert about ${watcher.name}`,
    });
    expect(new Set(mails.map(messageIdOf)).size).toBe(1);
  }
  expect(ended.length).toBeGreaterThanOrEqual(3);
  for (const watcher of ended) {
    expect(outcomeOf(await playlistOf(watcher))).toBe(ENDED);
    expect((await visitOf(watcher)).visit.endedPlaybacks).toEqual([watcher.trailerId]);
  }
});

const notEmpty = <T>(list: T[]) => (list.length > 0 ? list : undefined);

test('counts forged reports only within the clock and the trailer, and shows them as not confirmed', async () => {
  const startedAt = performance.now();
  const [forger] = await arrive(1);
  if (!forger) throw new Error('nobody arrived');
  await forger.forge(19);
  const { person, visit } = await visitOf(forger);
  const [version] = visit.versions;
  const elapsed = (performance.now() - startedAt) / 1000;
  expect(version).toMatchObject({ viewingCount: 20, confirmedSeconds: 0, unconfirmed: version.ranges });
  expect(version.ranges[0][1]).toBeLessThanOrEqual(TRAILER_SECONDS + 0.1);
  expect(person.watchedSeconds).toBeGreaterThanOrEqual(SECONDS_AT_ONCE);
  expect(person.watchedSeconds).toBeLessThanOrEqual(TRAILER_SECONDS + 0.1);
  expect(version.playedSeconds).toBeLessThanOrEqual(elapsed + SECONDS_AT_ONCE);
});

test('counts nothing of a version that was never sent to the session', async () => {
  const name = `Stranger ${randomUUID()}`;
  const client = await enterAsViewer(portal.url, name);
  const { id: trailerId } = (await admin.get('/api/active-trailer')).json();
  const { id } = (await client.post('/api/viewing-session', { trailerId })).json();
  const ranges = [[0, 3]];
  const body = { duration: '0:03', completed: 'false', ranges, plays: { first: 0, ranges } };
  expect((await client.patch(`/api/viewing-session/${id}`, body)).status).toBe(200);
  const { person, visit } = await visitOf({ name });
  expect([person.watchedSeconds, visit.versions]).toEqual([0, []]);
});

test('has summaries that equal a recount of the events after all kills, and were never repaired', async () => {
  const { code, stdout: printed, stderr } = await runPortalCommand(['recount'], dataDirOf(portal));
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(printed.match(/\d+ differ$/gm)).toEqual(Array.from({ length: 7 }, () => '0 differ'));
  expect(printed).toMatch(/^watched time of people: [1-9]\d* compared/m);
  // A service compares the people at each start.
  const log = readFileSync(portal.logFile('analytics-service'), 'utf8');
  expect(log.match(/^.*repaired people.*$/m)?.[0]).toBeUndefined();
});

test('ends playbacks again when Redis has lost their marks but not the sessions', async () => {
  const deleted = await deleteRedisKeys(running().redisUrl, 'portal:ended-playbacks*');
  const deletedAt = performance.now();
  expect(deleted).toBeGreaterThan(ended.length);
  const some = ended.slice(0, 5);
  const outcomes = await Promise.all(some.map((watcher) => outcomesUntil(ENDED, () => playlistOf(watcher))));
  expect(performance.now() - deletedAt).toBeLessThan(ENDED_AGAIN_MS);
  expect(outcomes.flat().filter((outcome) => !['200', ENDED].includes(outcome))).toEqual([]);
  for (const watcher of ended) {
    expect(outcomeOf(await playlistOf(watcher))).toBe(ENDED);
    expect((await watcher.client.get('/api/access-check')).status).toBe(200);
  }
});

test('shows who watches after a flush of Redis, and keeps blocks', async () => {
  const [watcher] = await arrive(1);
  const [victim] = ended;
  expect(await watcher?.signal(0)).toBe(200);
  const block = { kind: 'address', value: BLOCKED, note: '' };
  expect((await admin.post('/api/blocks', block)).status).toBe(200);

  const { redisUrl, rpcRedisUrl } = running();
  await Promise.all([redisUrl, rpcRedisUrl].map(flushRedis));
  const flushedAt = performance.now();
  const blocked = new Client(portal.url);
  const form = { name: 'Blocked', email: BLOCKED, termsAccepted: 'true' };
  const outcomes = await outcomesUntil('403 blocked', () => blocked.post('/api/auth/lead-capture', form));
  expect(outcomes.filter((outcome) => !['503', '403 blocked'].includes(outcome))).toEqual([]);
  for (const visitor of [watcher, victim]) expect(visitor && (await playlistOf(visitor)).status).toBe(401);

  // Visitors pass the gate again, as their pages let them do.
  const again = await until(() => Watcher.arrive(portal.url).catch(() => undefined), {
    deadlineMs: SHOWN_AGAIN_MS,
  });
  admin = await enterAsUploader(portal.url);
  await again.signal(0);
  await until(
    async () => {
      const { players } = (await admin.get('/api/live')).json();
      return players.some(({ name }: { name: string }) => name === again.name);
    },
    { deadlineMs: SHOWN_AGAIN_MS, what: 'the live page to show the visitor' },
  );
  expect(performance.now() - flushedAt).toBeLessThan(SHOWN_AGAIN_MS);
});
