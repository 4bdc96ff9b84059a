import { jest } from '@jest/globals';
import { loadAgain } from './retryable-import.js';

it('loads, and loads again what did not arrive', async () => {
  const load = jest.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('offline'));
  load.mockResolvedValue('module');
  const loadPart = loadAgain(load);
  await expect(loadPart()).rejects.toThrow('offline');
  expect(await loadPart()).toBe('module');
});

it('asks under another address each time, since the browser keeps a failure in mind', async () => {
  const address = 'data:text/javascript,throw new Error(import.meta.url)//';
  const load = jest.fn(() => Promise.reject<unknown>(new TypeError('offline')));
  const loadPart = loadAgain(Object.assign(load, { toString: () => `() => import('${address}')` }));
  await expect(loadPart()).rejects.toThrow('offline');
  await expect(loadPart()).rejects.toThrow(/\?again=1$/);
  await expect(loadPart()).rejects.toThrow(/\?again=2$/);
  expect(load).toHaveBeenCalledTimes(1);
});

it('gives the module that came under another address', async () => {
  const load = jest.fn(() => Promise.reject<unknown>(new TypeError('offline')));
  const text = "() => import('data:text/javascript,export default 7//')";
  const loadPart = loadAgain(Object.assign(load, { toString: () => text }));
  await expect(loadPart()).rejects.toThrow('offline');
  expect(await loadPart()).toMatchObject({ default: 7 });
});
