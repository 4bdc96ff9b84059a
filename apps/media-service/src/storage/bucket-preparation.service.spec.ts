import { jest } from '@jest/globals';
import { createLogger } from '@secure-preview/service-kit';
import { BucketPreparationService } from './bucket-preparation.service.js';
import { BucketMissingError, type ObjectStore } from './object-store.js';

const logger = createLogger({ service: 'test', level: 'silent' });
const missing = new BucketMissingError('films');
const unavailable = () => Promise.reject(new Error('ECONNREFUSED'));

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it('reports an outage after the bucket was created, but not a single slow answer', async () => {
  let prepared = 0;
  const responses: (() => Promise<boolean>)[] = [];
  const prepareBucket = () => {
    prepared += 1;
    // The third call finds that the database lists objects, so it does not create the bucket again.
    return [unavailable, () => Promise.resolve(), () => Promise.reject(missing)][prepared - 1]?.();
  };
  const hasBucket = () => (responses.shift() ?? (() => Promise.resolve(true)))();
  const preparation = new BucketPreparationService(
    { prepareBucket, hasBucket } as unknown as ObjectStore,
    logger,
  );
  const states: boolean[] = [];
  const prepare = async () => {
    await jest.advanceTimersByTimeAsync(5000);
    states.push(preparation.describe() === 'ok');
  };
  preparation.onModuleInit();
  await jest.advanceTimersByTimeAsync(0);
  expect(preparation.describe()).toMatch(/^object storage is unavailable/);
  await prepare();
  expect(states.splice(0)).toEqual([true]);

  responses.push(
    unavailable,
    () => Promise.resolve(true),
    unavailable,
    unavailable,
    () => Promise.resolve(false),
  );
  for (let times = 0; times < 5; times += 1) await prepare();
  expect(states).toEqual([true, true, true, false, false]);
  expect(preparation.describe()).toBe(missing.message);
  await prepare();
  expect(preparation.describe()).toBe('ok');
  expect(prepared).toBe(3);

  preparation.onApplicationShutdown();
  await jest.advanceTimersByTimeAsync(0);
  expect(jest.getTimerCount()).toBe(0);
});
