import { serverMajor } from './find-redis.js';

describe('serverMajor', () => {
  it.each([
    ['Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=1', 7],
    ['Redis server v=6.0.16 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64 build=a', 6],
    ['Valkey server v=8.1.4 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=1', 8],
    ['KeyDB server v=6.3.4', undefined],
    ['', undefined],
  ])('reads the major version of: %s', (text, major) => {
    expect(serverMajor(text)).toBe(major);
  });
});
