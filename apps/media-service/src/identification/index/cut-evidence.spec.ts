import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cutEvidence, partsOf } from './cut-evidence.js';

it.each([
  [0, []],
  [1, [[0, 1]]],
  [60, [[0, 60]]],
  [
    61,
    [
      [0, 31],
      [31, 61],
    ],
  ],
  [
    150,
    [
      [0, 50],
      [50, 100],
      [100, 150],
    ],
  ],
])('splits %d segments into parts of nearly equal length', (segments, parts) => {
  expect(partsOf(segments).map(({ from, to }) => [from, to])).toEqual(parts);
});

it('copies the initialisation and some segments of both variants', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'cut-evidence-'));
  try {
    const [first, second] = [join(dir, 'first.mp4'), join(dir, 'second.mp4')];
    await writeFile(first, 'init-AaaaBCcc');
    await writeFile(second, 'init-DdddEFff');
    const evidence = {
      ...{ first, second, fps: 24, aspect: 2 },
      ...{ starts: [0, 0.5, 1], seconds: 1.75, offsets: [5, 9, 10, 13] },
    };
    const { signal } = new AbortController();
    const part = await cutEvidence(evidence, { from: 1, to: 3 }, dir, signal);
    expect(part).toMatchObject({ fps: 24, aspect: 2, starts: [0, 0.5], seconds: 1.25, offsets: [5, 6, 9] });
    expect(await readFile(part.first, 'utf8')).toBe('init-BCcc');
    expect(await readFile(part.second, 'utf8')).toBe('init-EFff');
    const begin = await cutEvidence(evidence, { from: 0, to: 1 }, dir, signal);
    expect(begin).toMatchObject({ starts: [0], seconds: 0.5 });
    expect(await readFile(begin.second, 'utf8')).toBe('init-Dddd');
  } finally {
    await rm(dir, { recursive: true });
  }
});
