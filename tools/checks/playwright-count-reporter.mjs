import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** @typedef {import('@playwright/test/reporter').FullConfig} FullConfig */
/** @typedef {import('@playwright/test/reporter').Suite} Suite */
/** @typedef {import('@playwright/test/reporter').TestCase} TestCase */
/** @typedef {import('@playwright/test/reporter').TestError} TestError */
/** @typedef {import('@playwright/test/reporter').TestResult} TestResult */
/** @typedef {import('./jest-count-reporter.mjs').SpecOutcome} SpecOutcome */

const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** @param {readonly TestError[]} errors */
const textOf = (errors) =>
  errors
    .map(({ stack, message, value }) => (stack ?? message ?? value ?? '').replace(colours, ''))
    .join('\n');

/** Returns the errors of a failed test, and the text attached to it. @param {Partial<TestResult>} [result] */
const reasonOf = ({ errors = [], attachments = [] } = {}) =>
  [
    textOf(errors),
    ...attachments.flatMap(({ name, contentType, body }) =>
      body && contentType.startsWith('text/') ? [`${name}: ${body}`] : [],
    ),
  ].join('\n');

/** Returns the name of a test with the names of its groups. @param {TestCase} test */
const nameOf = (test) => test.titlePath().slice(3).join(' ');

/** Returns the kind of a project's specs, the start of its name. @param {Suite} project */
const kindOf = (project) => (project.project()?.name ?? '').split('-')[0] ?? '';

/**
 * Writes the outcome of each kind of specs to the project's `test-results/`, as `jest-count-reporter.mjs` does.
 * Includes flaky tests, which failed and then passed, with the reason of the failure.
 */
export default class CountReporter {
  /** @type {TestError[]} */
  errors = [];

  /** @param {FullConfig} config @param {Suite} suite */
  onBegin({ configFile = '' }, suite) {
    this.rootDir = dirname(configFile);
    this.projects = suite.suites;
  }

  /** Records errors outside of tests, such as a spec that cannot be loaded. @param {TestError} error */
  onError(error) {
    this.errors.push(error);
  }

  onEnd() {
    const projects = this.projects ?? [];
    for (const kind of new Set(projects.map(kindOf))) {
      this.write(
        kind,
        projects.filter((project) => kindOf(project) === kind),
      );
    }
    if (this.errors.length > 0 && projects.length === 0) this.write('e2e', []);
  }

  printsToStdio() {
    return false;
  }

  /** @param {string} kind @param {readonly Suite[]} projects */
  write(kind, projects) {
    const specs = projects.flatMap(({ suites }) => suites.map((file) => this.outcomeOf(file)));
    const flaky = projects
      .flatMap((project) => project.allTests())
      .filter((test) => test.outcome() === 'flaky')
      .map((test) => `${this.fileOf(test)}: ${nameOf(test)}\n${reasonOf(test.results[0])}`);
    const file = join(this.rootDir ?? '', 'test-results', `${kind}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify({ specs: [...specs, ...this.globalErrors()], flaky })}\n`);
  }

  /** @param {TestCase} test */
  fileOf(test) {
    return relative(this.rootDir ?? '', test.location.file);
  }

  /** @param {Suite} file @returns {SpecOutcome} */
  outcomeOf(file) {
    const tests = file.allTests();
    const count = (/** @type {string[]} */ ...outcomes) =>
      tests.filter((test) => outcomes.includes(test.outcome())).length;
    const milliseconds = tests
      .flatMap(({ results }) => results)
      .reduce((sum, { duration }) => sum + duration, 0);
    return {
      file: relative(this.rootDir ?? '', file.location?.file ?? ''),
      seconds: milliseconds / 1000,
      passed: count('expected', 'flaky'),
      failed: count('unexpected'),
      skipped: count('skipped'),
      failures: tests
        .filter((test) => test.outcome() === 'unexpected')
        .map((test) => ({ name: nameOf(test), reason: reasonOf(test.results.at(-1)) })),
    };
  }

  /** @returns {SpecOutcome[]} */
  globalErrors() {
    return this.errors.map((error) => ({
      file: relative(this.rootDir ?? '', error.location?.file ?? this.rootDir ?? ''),
      seconds: 0,
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: [{ name: '', reason: textOf([error]) }],
    }));
  }
}
