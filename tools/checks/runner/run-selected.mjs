import { nx, runStep, runTests } from './commands.mjs';
import { kinds, manifest } from './specs.mjs';

/** @typedef {import('./specs.mjs').Kind} Kind */

/**
 * Runs the selected specs kind by kind, each with the necessary builds.
 *
 * @param {import('./select-specs.mjs').Selection} selection
 * @returns {Promise<boolean>} whether all of them passed
 */
export async function runSelected({ specs, testName }) {
  let passed = true;
  for (const kind of kinds) {
    const specsOfKind = specs.filter((spec) => spec.kind === kind);
    const projects = [...new Set(specsOfKind.map(({ project }) => project))];
    if (!(await build(kind, projects))) return false;
    for (const project of projects) {
      const paths = specsOfKind.filter((spec) => spec.project === project).map(({ path }) => path);
      const succeeded = await runTests(project, kind, { paths, testName });
      passed = passed && succeeded;
    }
  }
  return passed;
}

/**
 * Builds the programs that the tests run. Unit tests and tests of manifests need no build, and medium tests need some
 * services. All other tests need all programs and a browser.
 *
 * @param {Kind} kind
 * @param {string[]} projects
 */
async function build(kind, projects) {
  if (kind === 'unit' || kind === 'kubernetes' || projects.length === 0) return true;
  if (kind === 'medium') {
    const built = projects
      .map(manifest)
      .filter(({ nx }) => nx?.targets?.medium?.dependsOn?.includes('build'));
    const names = built.map(({ name }) => name).join(',');
    return names === '' || runStep('builds', [...nx, '-t', 'build', '-p', names]);
  }
  return (
    (await runStep('programs for the tests', ['npm', 'run', '--silent', 'provision'])) &&
    (await runStep('builds', [...nx, '-t', 'build']))
  );
}
