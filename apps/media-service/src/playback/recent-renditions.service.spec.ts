import { jest } from '@jest/globals';
import { RecentRenditionsService } from './recent-renditions.service.js';
import type { SegmentedRendition } from './rendition.js';
import type { RenditionRepository } from './rendition.repository.js';

const rendition = (id: string): SegmentedRendition => ({
  id,
  kind: 'video',
  keyId: null,
  trailer: { id: 't', durationSeconds: 6.5, active: true, marked: false },
  segments: [
    { name: 'init', objectKey: 'a', durationSeconds: null, iv: null, twinKey: null, twinIv: null },
    { name: 'one', objectKey: 'b', durationSeconds: 4.0004, iv: null, twinKey: null, twinIv: null },
    { name: 'two', objectKey: 'c', durationSeconds: 2.5004, iv: null, twinKey: null, twinIv: null },
  ],
});

class CountedRenditions {
  readonly asked: string[] = [];
  answer: (id: string) => Promise<SegmentedRendition | undefined> = async (id) => rendition(id);

  find(id: string) {
    this.asked.push(id);
    return this.answer(id);
  }
}

let database: CountedRenditions;
let recent: RecentRenditionsService;
beforeEach(() => {
  jest.useFakeTimers();
  database = new CountedRenditions();
  recent = new RecentRenditionsService(database as unknown as RenditionRepository);
});
afterEach(() => jest.useRealTimers());

it('finds segments by name, and computes their time ranges', async () => {
  const found = await recent.find('r');
  expect([...(found?.byName ?? [])]).toEqual([
    ['init', { objectKey: 'a', twinKey: null, position: 0, from: 0, to: 0 }],
    ['one', { objectKey: 'b', twinKey: null, position: 1, from: 0, to: 4 }],
    ['two', { objectKey: 'c', twinKey: null, position: 2, from: 4, to: 6.501 }],
  ]);
});

it('queries the database once for many requests, and again after five seconds', async () => {
  await Promise.all([recent.find('r'), recent.find('r')]);
  jest.advanceTimersByTime(4999);
  await recent.find('r');
  expect(database.asked).toEqual(['r']);
  jest.advanceTimersByTime(1);
  await recent.find('r');
  expect(database.asked).toEqual(['r', 'r']);
});

it('caches neither a missing rendition nor a database failure', async () => {
  database.answer = async () => undefined;
  expect(await recent.find('r')).toBeUndefined();
  database.answer = () => Promise.reject(new Error('unavailable'));
  await expect(recent.find('r')).rejects.toThrow('unavailable');
  database.answer = async (id) => rendition(id);
  expect(await recent.find('r')).toMatchObject({ id: 'r' });
});

it('caches a limited number of renditions', async () => {
  for (let n = 0; n < 65; n += 1) await recent.find(`r${n}`);
  await recent.find('r64');
  expect(database.asked).toHaveLength(65);
  await recent.find('r0');
  expect(database.asked).toHaveLength(66);
});
