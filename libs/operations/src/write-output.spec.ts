import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { writeOutput } from './write-output.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'output-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

it('updates the modification time of an idle draft, so that no other run removes it', async () => {
  const setIntervalSpy = jest.spyOn(globalThis, 'setInterval');
  const file = join(dir, 'a.tar');
  await writeOutput(file, { replace: false }, async (to) => {
    const [name = ''] = readdirSync(dir);
    const draft = join(dir, name);
    utimesSync(draft, new Date(0), new Date(0));
    const [touch, milliseconds] = setIntervalSpy.mock.calls[0] ?? [];
    expect(milliseconds).toBe(30_000);
    await (touch as () => Promise<void>)();
    expect(statSync(draft).mtimeMs).toBeGreaterThan(0);
    to.end('content');
    await new Promise((done) => to.once('finish', done));
  });
  expect(readFileSync(file, 'utf8')).toBe('content');
  expect(existsSync(`${file}.${process.pid}.part`)).toBe(false);
});
