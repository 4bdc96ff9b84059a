import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { diskCheck } from './disk-check.js';

// Free space may change during the test, so these shares are far from each limit.
it.each([
  [0.25, 'ok'],
  [1.5, 'warning'],
  [10, 'error'],
])('evaluates a need for %d times the free space as %s', async (share, state) => {
  const { bavail, bsize } = await statfs(tmpdir());
  const diagnosis = await diskCheck(tmpdir(), share * bavail * bsize, 'processing').run();
  expect(diagnosis).toMatchObject({
    state,
    finding: expect.stringContaining(`free for processing (${tmpdir()})`),
  });
});
