import { PromiseCache } from './promise-cache.js';

const loaded: string[] = [];
const load = (key: string) => () => {
  loaded.push(key);
  return Promise.resolve(key.toUpperCase());
};
beforeEach(() => loaded.splice(0));

it('loads a value once, also for concurrent readers', async () => {
  const cache = new PromiseCache<string>(2);
  expect(await Promise.all([cache.get('a', load('a')), cache.get('a', load('a'))])).toEqual(['A', 'A']);
  expect(await cache.get('a', load('a'))).toBe('A');
  expect(loaded).toEqual(['a']);
});

it('drops the value that was not used for the longest time', async () => {
  const cache = new PromiseCache<string>(2);
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.get(key, load(key));
  expect(loaded).toEqual(['a', 'b', 'c', 'b']);
});

it('keeps no failure', async () => {
  const cache = new PromiseCache<string>(2);
  await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cache.get('a', load('a'))).toBe('A');
});
