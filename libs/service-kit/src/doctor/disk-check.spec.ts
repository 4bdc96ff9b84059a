import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { diskCheck } from './disk-check.js';

// Others may take or give back some of it meanwhile: shares of what is free that are far from each limit.
it.each([
  [0.25, 'ok'],
  [1.5, 'warning'],
  [10, 'error'],
])('judges a disk of which %d times what is free is needed', async (share, state) => {
  const { bavail, bsize } = await statfs(tmpdir());
  const found = await diskCheck(tmpdir(), share * bavail * bsize, 'processing').run();
  expect(found).toMatchObject({
    state,
    finding: expect.stringContaining(`free for processing (${tmpdir()})`),
  });
});
