import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Milliseconds within which a process must exit after its last test. */
const EXIT_MS = 20_000;

const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/**
 * The part of Jest's results that the reporter reads.
 *
 * @typedef {object} TestFileResult
 * @property {string} testFilePath
 * @property {unknown} [testExecError] set if the file did not run
 * @property {string | null} [failureMessage]
 * @property {number} numPassingTests
 * @property {number} numFailingTests
 * @property {number} numPendingTests
 * @property {{ start: number, end: number }} perfStats in milliseconds
 * @property {{ status: string, fullName: string, failureMessages: string[] }[]} testResults
 */

/**
 * The outcome of one spec, which `npm test` sums up.
 *
 * @typedef {object} SpecOutcome
 * @property {string} file relative to the project
 * @property {number} seconds
 * @property {number} passed
 * @property {number} failed counts a file that did not run as 1
 * @property {number} skipped
 * @property {{ name: string, reason: string }[]} failures
 */

/** @param {TestFileResult} result @returns {SpecOutcome['failures']} each failed test by its full name, or the file */
function failuresOf({ testExecError, failureMessage, testResults: tests }) {
  const failed = tests.filter(({ status }) => status === 'failed');
  if (testExecError && failed.length === 0) return [{ name: '', reason: failureMessage ?? '' }];
  return failed.map(({ fullName, failureMessages }) => ({
    name: fullName,
    reason: failureMessages.join('\n').replace(colours, ''),
  }));
}

/** Writes the outcome of a run to the project's `test-results/`, where `npm test` sums up all outcomes. */
export default class CountReporter {
  /** @param {{ rootDir: string }} globalConfig @param {{ kind: string }} options */
  constructor(globalConfig, { kind }) {
    this.rootDir = globalConfig.rootDir;
    this.file = join(this.rootDir, 'test-results', `${kind}.json`);
  }

  /** @param {unknown} _contexts @param {{ success: boolean, testResults: TestFileResult[] }} results */
  onRunComplete(_contexts, { success, testResults }) {
    const specs = testResults.map((result) => this.outcomeOf(result));
    mkdirSync(join(this.file, '..'), { recursive: true });
    this.write({ specs });
    setTimeout(() => this.endProcess(success, specs), EXIT_MS).unref();
  }

  /** @param {TestFileResult} result @returns {SpecOutcome} */
  outcomeOf(result) {
    const { testFilePath, testExecError, perfStats, numPassingTests, numFailingTests, numPendingTests } =
      result;
    return {
      file: relative(this.rootDir, testFilePath),
      seconds: (perfStats.end - perfStats.start) / 1000,
      passed: numPassingTests,
      failed: numFailingTests + (testExecError ? 1 : 0),
      skipped: numPendingTests,
      failures: failuresOf(result),
    };
  }

  /** Ends the process if an open handle of a test, such as a repeating timer, keeps it running. */
  endProcess(/** @type {boolean} */ success, /** @type {SpecOutcome[]} */ specs) {
    const openHandles = process.getActiveResourcesInfo();
    console.error(
      `The tests have ended, but open handles keep the process running: ${openHandles.join(', ')}`,
    );
    this.write({ specs, openHandles });
    process.exit(success ? 0 : 1);
  }

  /** @param {{ specs: SpecOutcome[], openHandles?: string[] }} outcome */
  write(outcome) {
    writeFileSync(this.file, `${JSON.stringify(outcome)}\n`);
  }
}
