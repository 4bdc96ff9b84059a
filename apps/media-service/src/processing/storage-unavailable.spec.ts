import { ObjectChangedError } from '../storage/object-store.js';
import { mapStorageError, StorageUnavailableError, secondsToWait } from './storage-unavailable.js';

const never = new AbortController().signal;
const systemError = (code: string) => Object.assign(new Error(code), { code });

it.each([
  ['a connection error', systemError('ECONNRESET')],
  ['an error response', new Error('SlowDown')],
])('considers the storage unavailable after %s', async (_what, error) => {
  const thrown = await mapStorageError(never, Promise.reject(error)).catch((failure: unknown) => failure);
  expect(thrown).toBeInstanceOf(StorageUnavailableError);
  expect((thrown as Error).cause).toBe(error);
});

it.each([
  ['the disk is full', systemError('ENOSPC')],
  ['the object was replaced', new ObjectChangedError('key')],
])('passes on the error when %s', async (_what, error) => {
  await expect(mapStorageError(never, Promise.reject(error))).rejects.toBe(error);
});

it('rejects with the reason of an aborted signal', async () => {
  const ended = AbortSignal.abort(new Error('stop'));
  await expect(mapStorageError(ended, Promise.reject(systemError('ECONNRESET')))).rejects.toThrow('stop');
});

it('waits longer before each attempt, up to five minutes', () => {
  expect([0, 1, 2, 5, 6, 7, 5000].map(secondsToWait)).toEqual([5, 10, 20, 160, 300, 300, 300]);
});
