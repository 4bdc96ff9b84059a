import { startTestObjectStore, type TestObjectStore } from './object-store.js';

describe('the test object store', () => {
  let store: TestObjectStore;
  beforeAll(async () => {
    store = await startTestObjectStore();
  });
  afterAll(() => store.stop());

  it('rejects unsigned requests, and restarts at the same URL after a kill', async () => {
    const status = async () => (await fetch(`${store.endpoint}/${store.bucket}/x`)).status;
    expect(await status()).toBe(403);
    await store.kill9();
    await expect(status()).rejects.toThrow('fetch failed');
    await store.restart();
    expect(await status()).toBe(403);
  });
});
