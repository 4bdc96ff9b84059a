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

  it('gives typed values and defaults', () => {
    expect(loadEnvironment(schema, { SESSION_SECRET: secret, TRUST_PROXY: '10.0.0.0/8, ::1' })).toEqual({
      PORT: 3000,
      SESSION_SECRET: secret,
      TRUST_PROXY: ['10.0.0.0/8', '::1'],
      KEEP_SOURCE: false,
    });
  });

  it('reads a secret from the file that NAME_FILE names', () => {
    const file = join(folder, 'secret');
    writeFileSync(file, `${secret}\n`);
    expect(loadEnvironment(schema, { SESSION_SECRET_FILE: file }).SESSION_SECRET).toBe(secret);
  });

  it('reads a secret from a variable that was filled from a file', () => {
    expect(loadEnvironment(schema, { SESSION_SECRET: `${secret}\n` }).SESSION_SECRET).toBe(secret);
  });

  it('tells every bad variable in a line of its own and none of the values', () => {
    const lines = problems({
      PORT: '99999',
      SESSION_SECRET: 'hunter2',
      TRUST_PROXY: '10.0.0.0/99',
      KEEP_SOURCE: 'yes',
      REDIS_URL: 'redis+sentinel://:hunter2@sentinel:26379',
    });
    expect(lines).toHaveLength(5);
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'PORT',
      'SESSION_SECRET',
      'TRUST_PROXY',
      'KEEP_SOURCE',
      'REDIS_URL',
    ]);
    expect(lines.join()).not.toMatch(/hunter2|99999|yes$/);
  });

  it.each([
    [{}, 'SESSION_SECRET is required'],
    [{ SESSION_SECRET: '' }, 'SESSION_SECRET is required'],
    [{ SESSION_SECRET_FILE: '/nowhere' }, 'SESSION_SECRET_FILE names a file that cannot be read'],
    [
      { SESSION_SECRET: secret, SESSION_SECRET_FILE: '/x' },
      'SESSION_SECRET and SESSION_SECRET_FILE are both set',
    ],
  ])('refuses %j', (source, line) => {
    expect(problems(source)).toEqual([line]);
  });
});
