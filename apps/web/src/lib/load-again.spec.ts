import { jest } from '@jest/globals';
import { loadAgain } from './load-again.js';

it('loads, and loads again what did not arrive', async () => {
  const load = jest.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('offline'));
  load.mockResolvedValue('module');
  const loadPart = loadAgain(load);
  await expect(loadPart()).rejects.toThrow('offline');
  expect(await loadPart()).toBe('module');
});
