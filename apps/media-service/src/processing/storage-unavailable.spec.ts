import { ObjectChangedError } from '../storage/object-store.js';
import { StorageUnavailableError, secondsToWait, withStorageErrors } from './storage-unavailable.js';

const never = new AbortController().signal;
const problem = (code: string) => Object.assign(new Error(code), { code });

it.each([
  ['what the network says', problem('ECONNRESET')],
  ['whatever the storage answers', new Error('SlowDown')],
])('considers the storage unavailable by %s', async (_what, error) => {
  const given = await withStorageErrors(never, Promise.reject(error)).catch((failure: unknown) => failure);
  expect(given).toBeInstanceOf(StorageUnavailableError);
  expect((given as Error).cause).toBe(error);
});

it.each([
  ['the disk is full', problem('ENOSPC')],
  ['the object was replaced', new ObjectChangedError('key')],
])('passes on other errors, as when %s', async (_what, error) => {
  await expect(withStorageErrors(never, Promise.reject(error))).rejects.toBe(error);
});

it('rejects with the reason of the signal once that aborts', async () => {
  const ended = AbortSignal.abort(new Error('stop'));
  await expect(withStorageErrors(ended, Promise.reject(problem('ECONNRESET')))).rejects.toThrow('stop');
});

it('waits longer before each try, up to five minutes', () => {
  expect([0, 1, 2, 5, 6, 7, 5000].map(secondsToWait)).toEqual([5, 10, 20, 160, 300, 300, 300]);
});
