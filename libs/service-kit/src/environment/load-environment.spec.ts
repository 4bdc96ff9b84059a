import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { EnvironmentError, loadEnvironment } from './load-environment.js';
import { env } from './variables.js';

const schema = z.object({
  PORT: env.port.default(3000),
  SESSION_SECRET: env.secret(32),
  TRUST_PROXY: env.cidrList.optional(),
  ALLOWED_HOSTS: env.hostList.optional(),
  LANGUAGES: env.listOf(['en', 'zh-Hans']).optional(),
  KEEP_SOURCE: env.boolean.default(false),
  REDIS_URL: env.redisUrl.optional(),
});
const secret = 'x'.repeat(40);

function problems(source: Record<string, string>): readonly string[] {
  try {
    loadEnvironment(schema, source);
    return [];
  } catch (error) {
    if (error instanceof EnvironmentError) return error.lines;
    throw error;
  }
}

describe('loadEnvironment', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'environment-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('returns typed values and defaults', () => {
    expect(loadEnvironment(schema, { SESSION_SECRET: secret, TRUST_PROXY: '10.0.0.0/8, ::1' })).toEqual({
      PORT: 3000,
      SESSION_SECRET: secret,
      TRUST_PROXY: ['10.0.0.0/8', '::1'],
      KEEP_SOURCE: false,
    });
  });

  it('reads host names, and rejects schemes, ports, wildcards and spaces', () => {
    const read = (hosts: string) =>
      loadEnvironment(schema, { SESSION_SECRET: secret, ALLOWED_HOSTS: hosts }).ALLOWED_HOSTS;
    expect(read('preview.example, www.preview.example')).toEqual(['preview.example', 'www.preview.example']);
    for (const hosts of ['https://preview.example', 'preview.example:443', '*.example', 'a b'])
      expect(problems({ SESSION_SECRET: secret, ALLOWED_HOSTS: hosts })).toHaveLength(1);
  });

  it('reads a list of known names, and rejects others', () => {
    const read = (names: string) =>
      loadEnvironment(schema, { SESSION_SECRET: secret, LANGUAGES: names }).LANGUAGES;
    expect(read('zh-Hans, en,')).toEqual(['zh-Hans', 'en']);
    for (const names of ['EN', 'en de', 'en,tlh', ','])
      expect(problems({ SESSION_SECRET: secret, LANGUAGES: names })).toEqual([
        expect.stringContaining('LANGUAGES: must be a comma-separated list out of en, zh-Hans'),
      ]);
  });

  it('reads a secret from the file that NAME_FILE names', () => {
    const file = join(folder, 'secret');
    writeFileSync(file, `${secret}\n`);
    expect(loadEnvironment(schema, { SESSION_SECRET_FILE: file }).SESSION_SECRET).toBe(secret);
  });

  it('reads a secret from a variable that was filled from a file', () => {
    expect(loadEnvironment(schema, { SESSION_SECRET: `${secret}\n` }).SESSION_SECRET).toBe(secret);
  });

  it('lists every invalid setting with its rule and source, without its value', () => {
    const file = join(folder, 'short');
    writeFileSync(file, 'hunter2\n');
    const lines = problems({
      PORT: '99999',
      SESSION_SECRET_FILE: file,
      TRUST_PROXY: '10.0.0.0/99',
      KEEP_SOURCE: 'yes',
      REDIS_URL: 'redis+sentinel://:hunter2@sentinel:26379',
    });
    expect(lines.slice(0, 4)).toEqual([
      'PORT: must be a whole number from 0 to 65535 (set in the environment)',
      `SESSION_SECRET: must be at least 32 characters long (read from ${file}, which SESSION_SECRET_FILE names in the environment)`,
      'TRUST_PROXY: must be a comma-separated list of addresses or CIDR blocks (set in the environment)',
      "KEEP_SOURCE: must be 'true' or 'false' (set in the environment)",
    ]);
    expect(lines[4]).toMatch(/^REDIS_URL: .* \(set in the environment\)$/);
    expect(lines).toHaveLength(5);
    expect(lines.join()).not.toMatch(/hunter2|99999|yes$/);
  });

  it('throws an error with the whole list as its message', () => {
    expect(() => loadEnvironment(schema, {})).toThrow(
      'These settings cannot be used:\n  SESSION_SECRET: is required (not set)\n.env.example describes every setting.',
    );
  });

  it('treats an empty file as an unset setting', () => {
    const file = join(folder, 'empty');
    writeFileSync(file, '');
    expect(problems({ SESSION_SECRET: secret, REDIS_URL_FILE: file })).toEqual([]);
    expect(problems({ SESSION_SECRET_FILE: file })).toEqual([
      `SESSION_SECRET: is required (read from ${file}, which SESSION_SECRET_FILE names in the environment)`,
    ]);
  });

  it.each([
    [{ SESSION_SECRET: '' }, 'SESSION_SECRET: is required (not set)'],
    [
      { SESSION_SECRET_FILE: '/nowhere' },
      'SESSION_SECRET: must be in a readable file (read from /nowhere, which SESSION_SECRET_FILE names in the environment)',
    ],
    [
      { SESSION_SECRET: secret, SESSION_SECRET_FILE: '/x' },
      'SESSION_SECRET: must not be set together with SESSION_SECRET_FILE (set in the environment)',
    ],
  ])('rejects %j', (source, line) => {
    expect(problems(source)).toEqual([line]);
  });
});
