import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseCommit } from '../../../tools/checks/release/release-commit.mjs';
import { lastRelease } from '../../../tools/checks/release/versions.mjs';
import { root } from './compose-project.js';

export interface ReleasedSources {
  readonly version: string;
  readonly folder: string;
  dispose(): void;
}

/** Exports the sources of the last release into a temporary folder. @throws Error if nothing is released */
export function exportLastRelease(): ReleasedSources {
  const { version } = lastRelease(root) ?? {};
  if (version === undefined)
    throw new Error('docs/releases has no release to upgrade from. Make one: npm run release -- <version>');
  const archive = ['archive', '--format=tar', releaseCommit(root, version)];
  const sources = execFileSync('git', archive, { cwd: root, maxBuffer: 2 ** 30 });
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  execFileSync('tar', ['-x', '-C', folder], { input: sources });
  return { version, folder, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}
