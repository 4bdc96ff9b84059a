import pLimit from 'p-limit';
import { nx, runStep, runTests } from './runner/commands.mjs';
import { countTests, MAX_FLAKY, readOutcome, removeOutcomes, report } from './runner/outcome.mjs';
import { runSelected } from './runner/run-selected.mjs';
import { NoTestError, selectSpecs } from './runner/select-specs.mjs';
import { nameOf, projectsWith } from './runner/specs.mjs';
import { createTemporaryDir } from './runner/temporary-dir.mjs';
import { uncommittedFiles } from './runner/work-tree.mjs';

/** @type {[title: string, command: string[]][]} Steps that need neither servers nor a browser, the fastest first. */
const checks = [
  ['lint, boundaries, dead code', [...nx, '-t', 'lint', 'boundaries', 'dead-code']],
  ['types and unit tests', [...nx, '-t', 'typecheck', 'unit']],
  ['builds and their size', [...nx, '-t', 'build', 'budget']],
];

/**
 * Excludes builds, which an earlier step made. nx empties `dist` before it restores a build from its cache, while specs
 * of another project run programs from there.
 */
const testsOnly = ['-t', 'medium', '--excludeTaskDependencies'];

/**
 * Whether changed files are allowed: a developer may edit files during the tests, or request new screenshots.
 * In continuous integration, a changed file is a failure.
 */
const mayChangeFiles = !process.env['CI'] || process.env['UPDATE_SCREENSHOTS'] === '1';

/** Runs the checks one after another until one fails. */
async function runChecks() {
  for (const [title, command] of checks) {
    if (await runStep(title, command)) continue;
    console.log(`\nStopped at: ${title}`);
    return false;
  }
  return true;
}

/** Downloads the programs for the tests while the checks run. Then runs the specs on real servers and in browsers. */
async function runAll() {
  const provision = runStep('programs for the tests', ['npm', 'run', '--silent', 'provision']);
  const ready = (await Promise.all([runChecks(), provision])).every(Boolean);
  if (!ready) return false;
  // Runs three projects at a time, because many specs mostly wait. Browser tests run later: in parallel, both groups
  // would exceed their time limits.
  const served = await pLimit(3).map(projectsWith('medium'), (project) =>
    runStep(`tests on real servers: ${project}`, [...nx, ...testsOnly, '-p', nameOf(project)]),
  );
  return served.every(Boolean) && runTests('e2e', 'e2e');
}

/**
 * Runs everything, or the selected specs, and prints the outcome.
 *
 * @param {import('./runner/select-specs.mjs').Selection} [selection]
 * @returns {Promise<boolean>} whether everything passed
 */
async function run(selection) {
  const started = Date.now();
  const before = uncommittedFiles();
  removeOutcomes();
  const complete = await (selection ? runSelected(selection) : runAll());
  const outcome = readOutcome();
  console.log(`\nThe run took ${Math.round((Date.now() - started) / 1000)} s`);
  for (const line of report(outcome)) console.log(line);
  const { passed, failed } = countTests(outcome.specs);
  if (selection?.testName && passed + failed === 0) console.log(`No test is named "${selection.testName}".`);
  const changed = [...uncommittedFiles()].filter((file) => !before.has(file));
  for (const file of changed) console.log(`CHANGED during the run: ${file}`);
  const clean = changed.length === 0 || mayChangeFiles;
  return complete && clean && failed === 0 && passed > 0 && outcome.flaky.length <= MAX_FLAKY;
}

const temporaryDir = process.env['TMPDIR'] || createTemporaryDir();
if (temporaryDir) process.env['TMPDIR'] = temporaryDir;

try {
  const args = process.argv.slice(2);
  const selection =
    args.length === 0 ? undefined : selectSpecs(args, process.env['INIT_CWD'] ?? process.cwd());
  process.exitCode = (await run(selection)) ? 0 : 1;
} catch (error) {
  if (!(error instanceof NoTestError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
