import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { padToEqual } from './free-box.js';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'free-box-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Returns what follows a segment of `length` bytes: the type of each box, with its bytes. */
function boxesAfter(file: Buffer, length: number): [string, number][] {
  const boxes: [string, number][] = [];
  for (let at = length; at < file.length; at += file.readUInt32BE(at)) {
    boxes.push([file.toString('latin1', at + 4, at + 8), file.readUInt32BE(at)]);
  }
  return boxes;
}

it.each([
  [100, 100, 100, [], []],
  [100, 108, 108, [['free', 8]], []],
  [2000, 100, 2000, [], [['free', 1900]]],
  [100, 101, 109, [['free', 9]], [['free', 8]]],
  [107, 100, 115, [['free', 8]], [['free', 15]]],
])('pads %d and %d bytes to %d', async (one, other, expected, oneBoxes, otherBoxes) => {
  const files = await Promise.all(
    [one, other].map(async (bytes, at) => {
      const path = join(dir, `${at}`);
      await writeFile(path, Buffer.alloc(bytes, 7));
      return { path, bytes };
    }),
  );
  const [first, second] = files as [(typeof files)[0], (typeof files)[0]];
  expect(await padToEqual(first, second)).toBe(expected);
  const padded = await Promise.all(files.map(({ path }) => readFile(path)));
  expect(padded.map((file) => file.length)).toEqual([expected, expected]);
  expect(padded.map((file, at) => boxesAfter(file, files[at]?.bytes ?? 0))).toEqual([oneBoxes, otherBoxes]);
});
