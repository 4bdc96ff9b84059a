import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogFile } from './log-file.js';

describe('a log file', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'log-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('appends to the log of the last run, is private, and drops writes after close', () => {
    const path = join(dir, 'x.log');
    for (const line of ['one\n', 'two\n']) {
      const log = new LogFile(path);
      log.write(line);
      log.close();
      log.write('too late\n');
    }
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('rotates when it is full, and keeps three older files', () => {
    const path = join(dir, 'x.log');
    const log = new LogFile(path, 3);
    for (let n = 0; n < 8; n += 1) log.write(`${n}${n}${n}\n`);
    expect(log.tail(1)).toBe('777');
    log.close();
    expect(readdirSync(dir).sort()).toEqual(['x.log', 'x.log.1', 'x.log.2', 'x.log.3']);
    expect(readFileSync(`${path}.3`, 'utf8')).toBe('444\n');
  });
});
