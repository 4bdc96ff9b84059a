import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runJest } from './commands.mjs';
import { outcomeFile } from './outcome.mjs';
import { root } from './specs.mjs';

/** @typedef {import('../jest-count-reporter.mjs').SpecOutcome} SpecOutcome */

/**
 * Repeats the failed specs of the last run of browser tests, each as a whole with its own portal. Tests that
 * then pass are recorded as flaky in the outcome.
 *
 * @param {string} project its folder, relative to the workspace or absolute
 * @param {string[]} [args] of Jest
 * @returns {Promise<boolean>} whether they passed
 */
export async function rerunFailed(project, args = []) {
  const file = outcomeFile(project, 'e2e');
  if (!existsSync(file)) return false;
  /** @type {{ specs: SpecOutcome[] }} */
  const first = JSON.parse(readFileSync(file, 'utf8'));
  const failed = first.specs.filter((spec) => spec.failed > 0);
  if (failed.length === 0) return false;
  const paths = failed.map((spec) => resolve(root, project, spec.file));
  console.log(`\nOnce more: ${failed.map((spec) => spec.file).join(', ')}`);
  const passed = await runJest(project, 'e2e', ['--runTestsByPath', ...paths, ...args]);
  /** @type {{ specs: SpecOutcome[] }} */
  const second = JSON.parse(readFileSync(file, 'utf8'));
  const again = new Map(second.specs.map((spec) => [spec.file, spec]));
  const specs = first.specs.map((spec) => again.get(spec.file) ?? spec);
  const flaky = failed.flatMap((spec) => flakyTests(spec, again.get(spec.file)));
  writeFileSync(file, `${JSON.stringify({ ...second, specs, flaky })}\n`);
  return passed;
}

/**
 * Returns the tests of a spec that failed in the first run only. Tests that failed for one reason, such as a
 * portal that did not start, count as one.
 *
 * @param {SpecOutcome} first
 * @param {SpecOutcome | undefined} second
 */
function flakyTests(first, second) {
  const stillFailed = new Set(second?.failures.map(({ name }) => name));
  const gone = first.failures.filter(({ name }) => second && !stillFailed.has(name));
  return [...new Set(gone.map(({ why }) => why))].map((reason) => {
    const [test, ...others] = gone.filter(({ why }) => why === reason);
    const more = others.length > 0 ? ` (and ${others.length} more for the same reason)` : '';
    return `${first.file}: ${test?.name}${more}`;
  });
}
