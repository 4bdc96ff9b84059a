import { jest } from '@jest/globals';
import { retryableImport } from './retryable-import.js';

it('loads a module, and loads it again after a failure', async () => {
  const load = jest.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('offline'));
  load.mockResolvedValue('module');
  const loadPart = retryableImport(load);
  await expect(loadPart()).rejects.toThrow('offline');
  expect(await loadPart()).toBe('module');
});

it('requests a different address each time, since the browser remembers a failure', async () => {
  const address = 'data:text/javascript,throw new Error(import.meta.url)//';
  const load = jest.fn(() => Promise.reject<unknown>(new TypeError('offline')));
  const loadPart = retryableImport(Object.assign(load, { toString: () => `() => import('${address}')` }));
  await expect(loadPart()).rejects.toThrow('offline');
  await expect(loadPart()).rejects.toThrow(/\?again=1$/);
  await expect(loadPart()).rejects.toThrow(/\?again=2$/);
  expect(load).toHaveBeenCalledTimes(1);
});

it('returns the module loaded from the different address', async () => {
  const load = jest.fn(() => Promise.reject<unknown>(new TypeError('offline')));
  const text = "() => import('data:text/javascript,export default 7//')";
  const loadPart = retryableImport(Object.assign(load, { toString: () => text }));
  await expect(loadPart()).rejects.toThrow('offline');
  expect(await loadPart()).toMatchObject({ default: 7 });
});
