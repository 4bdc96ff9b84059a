import { execFileSync } from 'node:child_process';
import { ReleaseError } from './versions.mjs';

/**
 * Returns the commit of a release: its tagged commit, or, in a clone without tags, the commit that added its snapshot.
 *
 * @param {string} root folder of the workspace
 * @param {string} version
 */
export function releaseCommit(root, version) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const tag = `v${version}`;
  if (git('tag', '--list', tag)) return git('rev-parse', `${tag}^{commit}`);
  // The oldest commit of a shallow clone seems to add every file.
  if (git('rev-parse', '--is-shallow-repository') === 'true') {
    throw new ReleaseError(
      `This shallow clone lacks ${tag}. Fetch it: git fetch --depth 1 origin tag ${tag}`,
    );
  }
  const snapshot = `docs/releases/${version}/openapi.json`;
  const commit = git('log', '--diff-filter=A', '--max-count=1', '--format=%H', '--', snapshot);
  if (!commit) throw new ReleaseError(`No commit adds ${snapshot}. Make releases with npm run release.`);
  return commit;
}
