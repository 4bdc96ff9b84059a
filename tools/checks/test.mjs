import { nx, runStep } from './runner/commands.mjs';
import { countTests, forgetOutcome, readOutcome, report } from './runner/outcome.mjs';
import { runSelected } from './runner/run-selected.mjs';
import { NoTestError, selectSpecs } from './runner/select-specs.mjs';

/** @typedef {[title: string, command: string[]]} Step */

/** @type {Step[]} What `npm test` runs, the quickest answer first. Medium and browser tests have the machine to themselves. */
const steps = [
  ['what the tests need', ['npm', 'run', '--silent', 'provision']],
  ['lint, boundaries, dead code', [...nx, '-t', 'lint', 'boundaries', 'dead-code']],
  ['types and unit tests', [...nx, '-t', 'typecheck', 'unit']],
  ['builds and their size', [...nx, '-t', 'build', 'budget']],
  ['tests on real servers', [...nx, '-t', 'medium', '--parallel=1']],
  ['the built portal in a browser', [...nx, '-t', 'e2e', '--parallel=1']],
];

/** Runs the steps until one fails. */
function runAll() {
  const failed = steps.find(([title, command]) => !runStep(title, command));
  if (failed) console.log(`\nStopped at: ${failed[0]}`);
  return failed === undefined;
}

/**
 * Runs everything, or the selected specs, and prints the outcome.
 *
 * @param {import('./runner/select-specs.mjs').Selection} [selection]
 * @returns {boolean} whether all of it passed
 */
function run(selection) {
  const started = Date.now();
  forgetOutcome();
  const complete = selection ? runSelected(selection) : runAll();
  const outcome = readOutcome();
  console.log(`\nAll of it took ${Math.round((Date.now() - started) / 1000)} s`);
  for (const line of report(outcome)) console.log(line);
  const { passed, failed } = countTests(outcome.specs);
  if (selection?.testName && passed + failed === 0) console.log(`No test is named "${selection.testName}".`);
  return complete && failed === 0 && passed > 0;
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
