import { startTestObjectStore, type TestObjectStore } from './object-store.js';

describe('the test object store', () => {
  let store: TestObjectStore;
  beforeAll(async () => {
    store = await startTestObjectStore();
  });
  afterAll(() => store.stop());

  it('rejects unsigned requests, and comes back at the same address after a kill', async () => {
    const ask = async () => (await fetch(`${store.endpoint}/${store.bucket}/x`)).status;
    expect(await ask()).toBe(403);
    await store.kill9();
    await expect(ask()).rejects.toThrow('fetch failed');
    await store.restart();
    expect(await ask()).toBe(403);
  });
});
