import { ObjectChangedError } from '../storage/object-store.js';
import { fromStorage, StorageUnavailableError, secondsToWait } from './storage-unavailable.js';

const never = new AbortController().signal;
const problem = (code: string) => Object.assign(new Error(code), { code });

it.each([
  ['what the network says', problem('ECONNRESET')],
  ['whatever the storage answers', new Error('SlowDown')],
])('takes a storage for away by %s', async (_what, error) => {
  const given = await fromStorage(never, Promise.reject(error)).catch((failure: unknown) => failure);
  expect(given).toBeInstanceOf(StorageUnavailableError);
  expect((given as Error).cause).toBe(error);
});

it.each([
  ['the disk is full', problem('ENOSPC')],
  ['the object was replaced', new ObjectChangedError('key')],
])('does not when %s', async (_what, error) => {
  await expect(fromStorage(never, Promise.reject(error))).rejects.toBe(error);
});

it('does not when it was told to end', async () => {
  const ended = AbortSignal.abort(new Error('stop'));
  await expect(fromStorage(ended, Promise.reject(problem('ECONNRESET')))).rejects.toThrow('stop');
});

it('waits longer from try to try, and never longer than minutes', () => {
  expect([0, 1, 2, 5, 6, 7, 5000].map(secondsToWait)).toEqual([5, 10, 20, 160, 300, 300, 300]);
});
