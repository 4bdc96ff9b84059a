import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { kinds, projectFolders, root } from './specs.mjs';

/** @typedef {import('../jest-count-reporter.mjs').SpecOutcome} SpecOutcome */

/**
 * The outcome of the last run of each kind in each project.
 *
 * @typedef {object} Outcome
 * @property {SpecOutcome[]} specs with files relative to the workspace
 * @property {string[]} openHandles handles that kept processes running after their tests
 * @property {string[]} flaky tests that failed and then passed in a retry, with the reason of the failure
 */

/** Maximum number of flaky tests in a passing run. */
export const MAX_FLAKY = 2;

/** Number of specs listed as the slowest. */
const SLOWEST = 10;

/** Removes the outcomes of earlier runs, so only this run is counted. */
export function removeOutcomes() {
  for (const project of projectFolders()) {
    rmSync(join(root, project, 'test-results'), { recursive: true, force: true });
  }
}

/** @returns {Outcome} */
export function readOutcome() {
  const runs = projectFolders().flatMap((project) => kinds.map((kind) => readRun(project, kind)));
  return {
    specs: runs.flatMap(({ specs }) => specs),
    openHandles: runs.flatMap(({ openHandles }) => openHandles),
    flaky: runs.flatMap(({ flaky }) => flaky),
  };
}

/**
 * Returns the file with the outcome of a project's last run of a kind.
 *
 * @param {string} project folder of the project, relative to the workspace or absolute
 * @param {import('./specs.mjs').Kind} kind
 */
export const outcomeFile = (project, kind) => resolve(root, project, 'test-results', `${kind}.json`);

/** @param {string} project @param {import('./specs.mjs').Kind} kind @returns {Outcome} */
function readRun(project, kind) {
  const file = outcomeFile(project, kind);
  if (!existsSync(file)) return { specs: [], openHandles: [], flaky: [] };
  /** @type {{ specs: SpecOutcome[], openHandles?: string[], flaky?: string[] }} */
  const { specs, openHandles, flaky = [] } = JSON.parse(readFileSync(file, 'utf8'));
  return {
    specs: specs.map((spec) => ({ ...spec, file: join(project, spec.file) })),
    openHandles: openHandles ? [`${project} (${kind}): ${openHandles.join(', ')}`] : [],
    flaky: flaky.map((test) => join(project, test)),
  };
}

/** Returns the counts of all specs. @param {SpecOutcome[]} specs */
export function countTests(specs) {
  const count = (/** @type {'passed' | 'failed' | 'skipped'} */ result) =>
    specs.reduce((sum, spec) => sum + spec[result], 0);
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

/**
 * Returns the summary of a run: each failure with its reason, the slowest specs, and the counts.
 *
 * @param {Outcome} outcome
 * @returns {string[]} lines
 */
export function report({ specs, openHandles, flaky }) {
  const { passed, failed, skipped } = countTests(specs);
  const slowest = specs.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  return [
    ...openHandles.map((handles) => `\nOPEN HANDLES ${handles}`),
    ...specs.flatMap(({ file, failures }) =>
      failures.map(({ name, reason }) => `\nFAILED ${file}${name && `: ${name}`}\n${reason}`),
    ),
    ...flaky.map((test) => `\nFLAKY ${test}`),
    ...(flaky.length > MAX_FLAKY ? [`\nMore than ${MAX_FLAKY} tests are flaky.`] : []),
    '\nThe slowest specs:',
    ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`),
    `\n${passed} passed, ${failed} failed, ${skipped} skipped`,
  ];
}
