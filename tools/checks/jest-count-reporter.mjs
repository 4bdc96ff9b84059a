import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Leaves each run's counts in the project's `test-results/`, where `npm test` adds them up. */
export default class CountReporter {
  constructor(globalConfig, { kind }) {
    this.file = join(globalConfig.rootDir, 'test-results', `${kind}.json`);
  }

  onRunComplete(_contexts, { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites }) {
    mkdirSync(join(this.file, '..'), { recursive: true });
    const counts = {
      passed: numPassedTests,
      failed: numFailedTests + numRuntimeErrorTestSuites,
      skipped: numPendingTests,
    };
    writeFileSync(this.file, `${JSON.stringify(counts)}\n`);
  }
}
