import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { diskCheck } from './disk-check.js';

// Free space may change meanwhile, so the shares of it are far from each limit.
it.each([
  [0.25, 'ok'],
  [1.5, 'warning'],
  [10, 'error'],
])('checks a disk when %d times its free space is needed', async (share, state) => {
  const { bavail, bsize } = await statfs(tmpdir());
  const found = await diskCheck(tmpdir(), share * bavail * bsize, 'processing').run();
  expect(found).toMatchObject({
    state,
    finding: expect.stringContaining(`free for processing (${tmpdir()})`),
  });
});
