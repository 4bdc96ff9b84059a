import { nx, runStep } from './runner/commands.mjs';
import { countTests, forgetOutcome, MAX_FLAKY, readOutcome, report } from './runner/outcome.mjs';
import { rerunFailed } from './runner/rerun-failed.mjs';
import { runSelected } from './runner/run-selected.mjs';
import { NoTestError, selectSpecs } from './runner/select-specs.mjs';
import { uncommittedFiles } from './runner/work-tree.mjs';

/** @typedef {[title: string, command: string[]]} Step */

/** @type {Step} */
const browserTests = ['the built portal in a browser', [...nx, '-t', 'e2e', '--parallel=1']];

/** @type {Step[]} What `npm test` runs, the quickest answer first. Medium and browser tests have the machine to themselves. */
const steps = [
  ['what the tests need', ['npm', 'run', '--silent', 'provision']],
  ['lint, boundaries, dead code', [...nx, '-t', 'lint', 'boundaries', 'dead-code']],
  ['types and unit tests', [...nx, '-t', 'typecheck', 'unit']],
  ['builds and their size', [...nx, '-t', 'build', 'budget']],
  ['tests on real servers', [...nx, '-t', 'medium', '--parallel=1']],
  browserTests,
];

/** A developer may edit while the tests run, or ask for new screenshots. Elsewhere a changed file is a failure. */
const mayChangeFiles = !process.env['CI'] || process.env['UPDATE_SCREENSHOTS'] === '1';

/** Runs the steps until one fails. */
function runAll() {
  const failed = steps.find(([title, command]) => !runStep(title, command));
  if (failed === undefined || (failed === browserTests && rerunFailed('e2e'))) return true;
  console.log(`\nStopped at: ${failed[0]}`);
  return false;
}

/**
 * Runs everything, or the selected specs, and prints the outcome.
 *
 * @param {import('./runner/select-specs.mjs').Selection} [selection]
 * @returns {boolean} whether all of it passed
 */
function run(selection) {
  const started = Date.now();
  const before = uncommittedFiles();
  forgetOutcome();
  const complete = selection ? runSelected(selection) : runAll();
  const outcome = readOutcome();
  console.log(`\nAll of it took ${Math.round((Date.now() - started) / 1000)} s`);
  for (const line of report(outcome)) console.log(line);
  const { passed, failed } = countTests(outcome.specs);
  if (selection?.testName && passed + failed === 0) console.log(`No test is named "${selection.testName}".`);
  const changed = [...uncommittedFiles()].filter((file) => !before.has(file));
  for (const file of changed) console.log(`CHANGED during the run: ${file}`);
  const clean = changed.length === 0 || mayChangeFiles;
  return complete && clean && failed === 0 && passed > 0 && outcome.flaky.length <= MAX_FLAKY;
}

try {
  const args = process.argv.slice(2);
  const selection =
    args.length === 0 ? undefined : selectSpecs(args, process.env['INIT_CWD'] ?? process.cwd());
  process.exitCode = run(selection) ? 0 : 1;
} catch (error) {
  if (!(error instanceof NoTestError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
