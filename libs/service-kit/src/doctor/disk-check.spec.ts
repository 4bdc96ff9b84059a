import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { diskCheck } from './disk-check.js';

// Free space may change during the test, so these shares are far from each limit.
it.each([
  [0.25, 'ok'],
  [1.5, 'warning'],
  [10, 'error'],
])('compares the free space with a need of %d times that space', async (share, state) => {
  const { bavail, bsize } = await statfs(tmpdir());
  const diagnosis = await diskCheck(tmpdir(), share * bavail * bsize, 'processing').run();
  expect(diagnosis).toMatchObject({
    state,
    finding: expect.stringContaining(`free for processing (${tmpdir()})`),
  });
});
