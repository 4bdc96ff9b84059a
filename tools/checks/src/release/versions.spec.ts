import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isVersion, lastRelease, lastVersion } from '../../release/versions.mjs';

it.each(['1.0.0', '0.10.2'])('accepts version %s', (version) => {
  expect(isVersion(version)).toBe(true);
});

it.each(['1.0', 'v1.0.0', '1.0.0-rc.1', '01.0.0', '../1.0.0', ''])('rejects version %j', (version) => {
  expect(isVersion(version)).toBe(false);
});

it('finds the greatest version by number', () => {
  expect(lastVersion(['1.9.0', '1.10.0', 'nightly', '0.11.5'])).toBe('1.10.0');
  expect(lastVersion(['nightly'])).toBeUndefined();
});

describe('lastRelease', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'releases-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('returns the folder of the last version', () => {
    for (const name of ['1.2.0', '1.10.0', 'drafts']) {
      mkdirSync(join(root, 'docs/releases', name), { recursive: true });
    }
    expect(lastRelease(root)).toEqual({ version: '1.10.0', folder: join(root, 'docs/releases/1.10.0') });
  });

  it('returns nothing before the first release', () => {
    expect(lastRelease(root)).toBeUndefined();
  });
});
