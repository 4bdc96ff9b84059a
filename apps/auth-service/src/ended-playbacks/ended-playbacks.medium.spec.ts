import { randomUUID } from 'node:crypto';
import { isEndedMark, redisKeys } from '@secure-preview/contracts';
import { until } from '@secure-preview/testing';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { type RunningAuth, startAuth } from '../testing/running-auth.js';
import type { Playback } from './ended-playback.js';
import { EndedPlaybackRepository } from './ended-playback.repository.js';
import { EndedPlaybackPublisherService } from './ended-playback-publisher.service.js';
import { EndedPlaybacksService } from './ended-playbacks.service.js';

let auth: RunningAuth;
let playbacks: EndedPlaybacksService;
let otherReplica: EndedPlaybacksService;
let publisher: EndedPlaybackPublisherService;
let repository: EndedPlaybackRepository;
let dataSource: DataSource;
let redis: Redis;

beforeAll(async () => {
  auth = await startAuth();
  redis = new Redis(auth.redis.url);
  const app = await auth.replica();
  playbacks = app.get(EndedPlaybacksService);
  publisher = app.get(EndedPlaybackPublisherService);
  repository = app.get(EndedPlaybackRepository);
  dataSource = app.get(DataSource);
  otherReplica = (await auth.replica()).get(EndedPlaybacksService);
});
afterAll(async () => {
  redis?.disconnect();
  await auth?.stop();
});

const by = randomUUID();
const newPlayback = (leadId: string = randomUUID()): Playback => ({ leadId, trailerId: randomUUID() });
const end = (playback: Playback, commandId = randomUUID(), service = playbacks) =>
  service.change({ ...playback, ended: true, by }, commandId);
const allow = (playback: Playback, commandId = randomUUID(), service = playbacks) =>
  service.change({ ...playback, ended: false, by }, commandId);
const markOf = ({ leadId, trailerId }: Playback) => redis.hget(redisKeys.endedPlaybacks(leadId), trailerId);
const isMarked = async (playback: Playback) => isEndedMark((await markOf(playback)) ?? '');
const eventsOf = ({ leadId, trailerId }: Playback) =>
  dataSource.query(
    'SELECT ended, by_session FROM auth.ended_playbacks WHERE lead_id = $1 AND trailer_id = $2 ORDER BY id',
    [leadId, trailerId],
  );
const listed = async (leadIds: string[], service = playbacks) =>
  (await service.list(leadIds)).map(({ endedAt, ...playback }) => {
    expect(Math.abs(Date.now() - Date.parse(endedAt))).toBeLessThan(60_000);
    return playback;
  });

describe('ending a playback', () => {
  it('marks it in Redis before it resolves, and lists it until it is allowed again', async () => {
    const [playback, bystander] = [newPlayback(), newPlayback()];
    await end(playback);
    expect(await isMarked(playback)).toBe(true);
    expect(await listed([playback.leadId, bystander.leadId], otherReplica)).toEqual([playback]);
    await allow(playback, randomUUID(), otherReplica);
    expect(await isMarked(playback)).toBe(false);
    expect(await listed([playback.leadId])).toEqual([]);
    expect(await eventsOf(playback)).toEqual([
      { ended: true, by_session: by },
      { ended: false, by_session: by },
    ]);
  });

  it('concerns one version of one lead', async () => {
    const first = newPlayback();
    const [second, third] = [newPlayback(first.leadId), newPlayback(first.leadId)];
    const ofOtherLead = { ...newPlayback(), trailerId: first.trailerId };
    await end(first);
    await end(second);
    await end(third);
    await allow(second);
    expect(await Promise.all([first, second, third, ofOtherLead].map(isMarked))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    const ended = await listed([first.leadId]);
    expect(ended).toHaveLength(2);
    expect(ended).toEqual(expect.arrayContaining([first, third]));
  });

  it('stores one event when the command is repeated', async () => {
    const playback = newPlayback();
    const commandId = randomUUID();
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => end(playback, commandId, i % 2 ? playbacks : otherReplica)),
    );
    await end(playback);
    expect(await eventsOf(playback)).toHaveLength(1);
  });

  it('stores nothing when a playback that was never ended is allowed', async () => {
    const playback = newPlayback();
    await allow(playback);
    expect(await eventsOf(playback)).toEqual([]);
    expect(await markOf(playback)).toBeNull();
  });

  it('ignores a command that is repeated after the playback was allowed again', async () => {
    const playback = newPlayback();
    const commandId = randomUUID();
    await end(playback, commandId);
    await allow(playback);
    await end(playback, commandId);
    expect(await isMarked(playback)).toBe(false);
    expect(await eventsOf(playback)).toHaveLength(2);
  });

  it('leaves the same state in Redis and Postgres after many concurrent changes', async () => {
    const playback = newPlayback();
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        (i % 2 ? end : allow)(playback, randomUUID(), i % 3 ? playbacks : otherReplica),
      ),
    );
    expect(await isMarked(playback)).toBe((await listed([playback.leadId])).length === 1);
  });

  it('stores events that the application can neither change nor delete', async () => {
    await expect(dataSource.query('UPDATE auth.ended_playbacks SET ended = false')).rejects.toThrow('denied');
    await expect(dataSource.query('DELETE FROM auth.ended_playbacks')).rejects.toThrow('denied');
  });
});

describe('the mark', () => {
  it('is not set again by a replica with stale data', async () => {
    const playback = newPlayback();
    await end(playback);
    const [stale] = await repository.ofLeads([playback.leadId]);
    if (!stale) throw new Error('The change was not stored');
    await allow(playback);
    await publisher.publish(stale);
    expect(await isMarked(playback)).toBe(false);
  });

  it('is published again after Redis lost all data', async () => {
    const [ended, allowed] = [newPlayback(), newPlayback()];
    await end(ended);
    await end(allowed);
    await allow(allowed);
    const marks = [await markOf(ended), await markOf(allowed)];
    await redis.flushall();
    await until(() => isMarked(ended), { deadlineMs: 15_000, what: 'the mark' });
    await until(() => markOf(allowed), { deadlineMs: 15_000, what: 'the mark of the allowed playback' });
    expect([await markOf(ended), await markOf(allowed)]).toEqual(marks);
  });

  it('is corrected even if the replica that allowed the playback died before publishing', async () => {
    const playback = newPlayback();
    await end(playback);
    await repository.change({ ...playback, ended: false, by }, randomUUID());
    await until(async () => !(await isMarked(playback)), { deadlineMs: 15_000, what: 'the correction' });
  });
});
