import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { uncommittedFiles } from '../runner/work-tree.mjs';
import { releaseChangelog } from './changelog.mjs';
import { versionFiles } from './version-files.mjs';
import { compareVersions, isVersion, lastVersion, ReleaseError } from './versions.mjs';
import { writeFiles } from './write-files.mjs';

/**
 * Data of the built workspace that the snapshot contains.
 *
 * @typedef {object} BuildDescription
 * @property {import('./public-names.mjs').PublicNames} names
 * @property {Record<string, string>} schemas SQL by database schema
 */

/**
 * @typedef {object} ReleaseOptions
 * @property {string} version
 * @property {string} date as in 2026-01-31
 * @property {boolean} dryRun only prints the changes
 * @property {() => Promise<boolean>} test tests the workspace; returns whether everything passed
 * @property {() => Promise<BuildDescription>} describeBuild
 * @property {(line: string) => void} log
 */

const WIRE = 'libs/contracts/wire';

/**
 * Makes a release: runs the tests, then commits version, changelog and snapshot with an annotated tag. Throws a
 * ReleaseError before any change if the release cannot be made, and restores its files if the commit fails.
 *
 * @param {string} root folder of the workspace
 * @param {ReleaseOptions} options
 */
export async function release(root, { version, date, dryRun, test, describeBuild, log }) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  checkVersion(version, git('tag', '--list', 'v*').split('\n'));
  checkClean(root);
  const changelog = releaseChangelog(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version, date);
  const files = { ...versionFiles(root, version), 'CHANGELOG.md': changelog.text };
  if (!dryRun && !(await test())) throw new ReleaseError('The tests failed. Nothing was changed.');
  const folder = `docs/releases/${version}`;
  Object.assign(files, contractFiles(root, folder, files));
  if (!dryRun) Object.assign(files, buildFiles(folder, await describeBuild()));
  const tag = `v${version}`;
  if (dryRun) {
    log(`Would write:\n${Object.keys(files).join('\n')}`);
    log(`${folder}/names.json\n${folder}/schema/*.sql`);
    log(`\nWould commit "chore(release): ${tag}" and tag it ${tag} with:\n\n${changelog.entries}`);
    return;
  }
  // The tests may have changed files, such as screenshots.
  checkClean(root);
  const restore = writeFiles(root, files);
  const paths = Object.keys(files);
  try {
    git('add', '--', ...paths);
    git(
      'commit',
      '--quiet',
      '-m',
      `chore(release): ${tag}`,
      '-m',
      `CHANGELOG.md lists the changes of ${tag}.`,
    );
  } catch (error) {
    restore();
    git('reset', '--quiet', '--', ...paths);
    const { stderr, message } = /** @type {Error & { stderr?: string }} */ (error);
    throw new ReleaseError(`The commit failed. Nothing was changed.\n${stderr?.trim() || message}`);
  }
  // Headings of the changelog begin with "#", which git otherwise takes for comments.
  git('tag', '--annotate', tag, '--cleanup=whitespace', '-m', tag, '-m', changelog.entries);
  log(`Committed and tagged ${tag}. Publish it with: git push --follow-tags`);
}

/** @param {string} version @param {string[]} tags */
function checkVersion(version, tags) {
  if (!isVersion(version)) {
    throw new ReleaseError(`"${version}" is not a version. Use three numbers, such as 1.2.0.`);
  }
  const last = lastVersion(tags.map((tag) => tag.replace(/^v/, '')));
  if (last !== undefined && compareVersions(version, last) <= 0) {
    throw new ReleaseError(
      `${version} is not greater than ${last}, the last release. Choose a greater version.`,
    );
  }
}

/** @param {string} root */
function checkClean(root) {
  const changed = [...uncommittedFiles(root)];
  if (changed.length > 0) {
    throw new ReleaseError(`These files are not committed. Commit or remove them:\n${changed.join('\n')}`);
  }
}

/**
 * Returns the contracts of this release as files of its snapshot.
 *
 * @param {string} root
 * @param {string} folder of the snapshot
 * @param {Record<string, string>} files texts of this release by path
 */
function contractFiles(root, folder, files) {
  const wire = readdirSync(join(root, WIRE)).map((file) => [
    `${folder}/wire/${file}`,
    readFileSync(join(root, WIRE, file), 'utf8'),
  ]);
  return { [`${folder}/openapi.json`]: files['docs/api/openapi.json'], ...Object.fromEntries(wire) };
}

/**
 * Returns the names and schemas of this release as files of its snapshot.
 *
 * @param {string} folder of the snapshot
 * @param {BuildDescription} build
 */
function buildFiles(folder, { names, schemas }) {
  const sql = Object.entries(schemas).map(([schema, text]) => [`${folder}/schema/${schema}.sql`, text]);
  return { [`${folder}/names.json`]: `${JSON.stringify(names, null, 2)}\n`, ...Object.fromEntries(sql) };
}
