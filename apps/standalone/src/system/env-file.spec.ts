import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addEnvFile } from './env-file.js';

describe('addEnvFile', () => {
  let dir: string;
  let file: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'env-file-'));
    file = join(dir, '.env');
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('adds variables that the environment does not set, and returns the source of each variable', () => {
    writeFileSync(file, '# a comment\nPORT=8080\nOWNER_NAME="Ada & Co"\nLOG_LEVEL=debug\n');
    const env: NodeJS.ProcessEnv = { SECURE_PREVIEW_ENV_FILE: file, LOG_LEVEL: '' };
    const sourceOf = addEnvFile(env);
    expect(env).toEqual({
      SECURE_PREVIEW_ENV_FILE: file,
      LOG_LEVEL: '',
      PORT: '8080',
      OWNER_NAME: 'Ada & Co',
    });
    expect(sourceOf('PORT')).toBe(file);
    expect(sourceOf('LOG_LEVEL')).toBe('the environment');
  });

  it('ignores a value if the environment names a file for it, and a file if the environment has a value', () => {
    writeFileSync(file, 'MEDIA_SECRET=m\nSESSION_SECRET_FILE=/run/session\n');
    const env = { SECURE_PREVIEW_ENV_FILE: file, MEDIA_SECRET_FILE: '/run/media', SESSION_SECRET: 's' };
    const before = { ...env };
    addEnvFile(env);
    expect(env).toEqual(before);
  });

  it('adds nothing when the file is missing or not configured', () => {
    const env = { SECURE_PREVIEW_ENV_FILE: file };
    addEnvFile(env);
    expect(env).toEqual({ SECURE_PREVIEW_ENV_FILE: file });
    const none = { PORT: '1' };
    addEnvFile(none);
    expect(none).toEqual({ PORT: '1' });
  });

  it('throws when the file cannot be read', () => {
    expect(() => addEnvFile({ SECURE_PREVIEW_ENV_FILE: dir })).toThrow(
      `${dir} cannot be read (EISDIR). Correct or remove it.`,
    );
  });
});
