import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds that a process has to end by itself after its last test. */
const END_MS = 20_000;

const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** What failed and why: each failed test by its full name, and each file that did not even run. */
function failures({ testResults }) {
  return testResults.flatMap(({ testFilePath, testExecError, failureMessage, testResults: tests }) => {
    const failed = tests.filter(({ status }) => status === 'failed');
    if (testExecError && failed.length === 0) return [{ name: testFilePath, why: failureMessage ?? '' }];
    return failed.map(({ fullName, failureMessages }) => ({
      name: `${testFilePath}: ${fullName}`,
      why: failureMessages.join('\n').replace(colours, ''),
    }));
  });
}

/** Leaves each run's counts and failures in the project's `test-results/`, where `npm test` adds them up. */
export default class CountReporter {
  constructor(globalConfig, { kind }) {
    this.file = join(globalConfig.rootDir, 'test-results', `${kind}.json`);
  }

  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = results;
    mkdirSync(join(this.file, '..'), { recursive: true });
    const counts = {
      passed: numPassedTests,
      failed: numFailedTests + numRuntimeErrorTestSuites,
      skipped: numPendingTests,
      failures: failures(results),
    };
    writeFileSync(this.file, `${JSON.stringify(counts)}\n`);
    this.endEventually(results, counts);
  }

  /** Whatever a test left open, such as a timer that is set again and again, must not keep the whole run waiting. */
  endEventually(results, counts) {
    setTimeout(() => {
      const leftOpen = process.getActiveResourcesInfo();
      console.error(
        `The tests are done, but something they left open keeps the process: ${leftOpen.join(', ')}`,
      );
      writeFileSync(this.file, `${JSON.stringify({ ...counts, leftOpen })}\n`);
      process.exit(results.success ? 0 : 1);
    }, END_MS).unref();
  }
}
