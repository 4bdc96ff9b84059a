import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectStore } from '../storage/object-store.js';
import type { StoredObjectsRepository } from '../storage/stored-objects.repository.js';
import { storeRenditions } from './store-rendition.js';
import type { LocalRendition } from './transcode.js';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'store-rendition-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

it('reports a failed upload once all others have ended', async () => {
  const files = await Promise.all(
    ['first', 'second', 'third'].map(async (name) => {
      await writeFile(join(dir, name), name);
      return { path: join(dir, name), bytes: name.length, durationSeconds: null };
    }),
  );
  let begun = 0;
  let ended = 0;
  const putFile = async (_key: string, path: string, _type: string, signal: AbortSignal): Promise<void> => {
    begun += 1;
    if (path.endsWith('first')) throw new Error('no answer');
    await new Promise((resolve) => signal.addEventListener('abort', () => setImmediate(resolve)));
    ended += 1;
    throw signal.reason;
  };
  const output = {
    files,
    durationSeconds: 1,
    codecs: '',
    size: null,
    peakBitsPerSecond: 1,
    averageBitsPerSecond: 1,
  };
  const renditions: LocalRendition[] = [{ output, rungHeight: null, channels: 2 }];
  const storing = storeRenditions(
    renditions,
    { frameRate: null, provisional: false },
    {
      store: { putFile } as unknown as ObjectStore,
      ledger: { announceForAttempt: async () => undefined } as unknown as StoredObjectsRepository,
      attempt: { trailerId: 'a trailer', attemptId: 'an attempt' },
      key: Buffer.alloc(16),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    },
  );
  await expect(storing).rejects.toMatchObject({ cause: { message: 'no answer' } });
  expect({ begun, ended }).toEqual({ begun: 3, ended: 2 });
});
