import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configuredSecret, persistentSecret } from './secrets.js';

describe('secrets', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'secrets-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('are generated once, differ, and are readable by their owner alone', () => {
    const secret = persistentSecret(dir, 'session_secret');
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(persistentSecret(dir, 'session_secret')).toBe(secret);
    expect(persistentSecret(dir, 'media_secret')).not.toBe(secret);
    expect(statSync(join(dir, 'secrets')).mode & 0o777).toBe(0o700);
    expect(statSync(join(dir, 'secrets', 'session_secret')).mode & 0o777).toBe(0o600);
  });

  it('are read from the variable, or from the file that NAME_FILE names', () => {
    const file = join(dir, 'secret');
    writeFileSync(file, 'from a file\n');
    expect(configuredSecret({ X: 'plain', X_FILE: file }, 'X')).toBe('plain');
    expect(configuredSecret({ X: '', X_FILE: file }, 'X')).toBe('from a file');
    expect(configuredSecret({}, 'X')).toBeUndefined();
    expect(() => configuredSecret({ X_FILE: join(dir, 'none') }, 'X')).toThrow('X_FILE cannot be read');
  });
});
