import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { isEndedMark, redisKeys } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { authDataSource } from '../database/data-source.js';
import { logger, type RunningAuth, startAuth } from '../testing/running-auth.js';
import { EndedPlaybackEntity } from './ended-playback.entity.js';
import type { Playback, PlaybackState } from './ended-playback.js';
import { EndedPlaybackRepository } from './ended-playback.repository.js';
import { EndedPlaybackPublisherService } from './ended-playback-publisher.service.js';

/** Publishes when the test wants it, into a Redis database of its own. */
class Publisher extends EndedPlaybackPublisherService {
  run(): Promise<void> {
    return this.republish();
  }
}

let auth: RunningAuth;
let owner: DataSource;
let service: DataSource;
let redis: Redis;
let repository: EndedPlaybackRepository;
let publisher: Publisher;

beforeAll(async () => {
  auth = await startAuth();
  owner = await new DataSource({ type: 'postgres', url: auth.ownerUrl }).initialize();
  redis = new Redis(auth.redis.url, { db: 1 });
  // Without a replica, whose own publisher would read at any time.
  service = await new DataSource(authDataSource(auth.databaseUrl)).initialize();
  repository = new EndedPlaybackRepository(service.getRepository(EndedPlaybackEntity));
  publisher = new Publisher(redis, logger, repository);
});
afterAll(async () => {
  redis?.disconnect();
  await service?.destroy();
  await owner?.destroy();
  await auth?.stop();
});
beforeEach(() => redis.flushdb());

const newPlayback = (): Playback => ({ leadId: randomUUID(), trailerId: randomUUID() });
const isMarked = async ({ leadId, trailerId }: Playback) =>
  isEndedMark((await redis.hget(redisKeys.endedPlaybacks(leadId), trailerId)) ?? '');
const forget = ({ leadId }: Playback) => redis.del(redisKeys.endedPlaybacks(leadId));
/** Stores that a playback was ended, as a replica that dies before it publishes. */
async function store(at = 'now()', db: Pick<DataSource, 'query'> = owner): Promise<Playback> {
  const playback = newPlayback();
  await db.query(
    `INSERT INTO auth.ended_playbacks (command_id, lead_id, trailer_id, ended, by_session, at)
     VALUES (gen_random_uuid(), $1, $2, true, gen_random_uuid(), ${at})`,
    [playback.leadId, playback.trailerId],
  );
  return playback;
}
const AN_HOUR_AGO = "now() - interval '1 hour'";

/** Returns the commands that Redis gets from the publisher while `work` runs. */
async function commandsOf(work: () => Promise<void>): Promise<string[]> {
  const monitor = await redis.monitor();
  const commands: string[] = [];
  monitor.on('monitor', (_time: string, args: string[], _source: string, database: string) => {
    if (database === '1') commands.push(args.join(' '));
  });
  await work();
  await redis.echo('the end');
  await until(() => commands.at(-1)?.includes('the end'), { what: 'the last command' });
  monitor.disconnect();
  return commands.slice(0, -1);
}

it('reads no playbacks while nothing changes', async () => {
  const playbacks = [await store(AN_HOUR_AGO), await store(AN_HOUR_AGO)];
  await publisher.run();
  expect(await Promise.all(playbacks.map(isMarked))).toEqual([true, true]);
  const read = jest.spyOn(repository, 'changedAfter');
  expect(await commandsOf(() => publisher.run())).toEqual(['get portal:ended-playbacks-published']);
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
});

it('reads only playbacks that changed lately, and publishes only those that are not marked', async () => {
  const old = await store(AN_HOUR_AGO);
  await publisher.run();
  const [first, second] = [await store(), await store()];
  await publisher.run();
  expect(await Promise.all([first, second].map(isMarked))).toEqual([true, true]);
  await forget(first);
  const commands = await commandsOf(() => publisher.run());
  expect(commands.filter((command) => command.startsWith('hget'))).toHaveLength(2);
  expect(commands.filter((command) => command.startsWith('publish'))).toHaveLength(1);
  expect(commands.join()).not.toContain(old.leadId);
  expect(await isMarked(first)).toBe(true);
});

it('publishes old playbacks again after Redis lost all data', async () => {
  const playback = await store(AN_HOUR_AGO);
  await publisher.run();
  await redis.flushdb();
  await publisher.run();
  expect(await isMarked(playback)).toBe(true);
});

it('publishes all playbacks if Redis has the number of another database', async () => {
  const playback = await store(AN_HOUR_AGO);
  await redis.set('portal:ended-playbacks-published', '1000000');
  await publisher.run();
  expect(await isMarked(playback)).toBe(true);
});

it('publishes a change that was committed after later ones', async () => {
  const transaction = owner.createQueryRunner();
  await transaction.startTransaction();
  const slow = await store('now()', transaction);
  const later = await store();
  await publisher.run();
  expect(await isMarked(later)).toBe(true);
  await transaction.commitTransaction();
  await transaction.release();
  await publisher.run();
  expect(await isMarked(slow)).toBe(true);
});

describe('if Redis loses data during a publication', () => {
  const loseData = () => {
    const publish = publisher.publish.bind(publisher);
    return jest.spyOn(publisher, 'publish').mockImplementation(async (state: PlaybackState) => {
      await publish(state);
      await redis.flushdb();
    });
  };

  it.each(['all', 'the latest'])('publishes it again: %s', async (which) => {
    const early = await store(AN_HOUR_AGO);
    if (which === 'the latest') await publisher.run();
    const last = await store(AN_HOUR_AGO);
    const spy = loseData();
    await publisher.run();
    spy.mockRestore();
    await publisher.run();
    expect(await Promise.all([early, last].map(isMarked))).toEqual([true, true]);
  });
});
