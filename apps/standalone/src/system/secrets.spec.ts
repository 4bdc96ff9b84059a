import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptSecret, namedSecret } from './secrets.js';

describe('secrets', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'secrets-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('are generated once, differ, and are readable by their owner alone', () => {
    const made = keptSecret(dir, 'session_secret');
    expect(made).toMatch(/^[\w-]{43}$/);
    expect(keptSecret(dir, 'session_secret')).toBe(made);
    expect(keptSecret(dir, 'media_secret')).not.toBe(made);
    expect(statSync(join(dir, 'secrets')).mode & 0o777).toBe(0o700);
    expect(statSync(join(dir, 'secrets', 'session_secret')).mode & 0o777).toBe(0o600);
  });

  it('come from the variable, or from the file it names', () => {
    const file = join(dir, 'given');
    writeFileSync(file, 'from a file\n');
    expect(namedSecret({ X: 'plain', X_FILE: file }, 'X')).toBe('plain');
    expect(namedSecret({ X: '', X_FILE: file }, 'X')).toBe('from a file');
    expect(namedSecret({}, 'X')).toBeUndefined();
    expect(() => namedSecret({ X_FILE: join(dir, 'none') }, 'X')).toThrow('X_FILE cannot be read');
  });
});
