import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests } from '../../runner/commands.mjs';
import { MAX_FLAKY, outcomeFile, report } from '../../runner/outcome.mjs';
import { workspaceRoot } from '../workspace/projects.js';

/** The settings of `e2e`. Playwright refuses to run where Jest's variable is set. */
const config = `
export { default } from '${workspaceRoot}/e2e/playwright.config.ts';
delete process.env['JEST_WORKER_ID'];`;
/** A spec without a browser. */
const spec = (body: string) =>
  `import { expect, test } from '${workspaceRoot}/node_modules/@playwright/test/index.mjs';\n${body}`;
const passing = spec(`test('passes', () => {});`);
/** Fails the first time it runs in a folder. */
const flaky = spec(`
import { existsSync, writeFileSync } from 'node:fs';
const mark = new URL('ran', import.meta.url);
test.describe('the page', () => {
  test.beforeAll(() => {
    const isFirst = !existsSync(mark);
    writeFileSync(mark, '');
    if (isFirst) throw new Error('no portal');
  });
  test('opens', () => {});
  test('closes', () => {});
});`);
const broken = spec(`
test('is broken', async ({}, testInfo) => {
  await testInfo.attach('open page', { contentType: 'text/plain', body: '404 GET /style.css' });
  expect(1).toBe(2);
});`);
const unreadable = spec(`throw new Error('no such spec');`);

describe('a browser test that fails', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'retries-'));
    mkdirSync(join(dir, 'src'));
    writeFileSync(join(dir, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(dir, 'playwright.config.ts'), config);
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  async function run(specs: Record<string, string>, only: Parameters<typeof runTests>[2] = {}) {
    for (const [name, source] of Object.entries(specs)) {
      writeFileSync(join(dir, 'src', `${name}.e2e-spec.ts`), source);
    }
    const passed = await runTests(dir, 'e2e', only);
    const { specs: outcomes, flaky } = JSON.parse(readFileSync(outcomeFile(dir, 'e2e'), 'utf8'));
    return { passed, flaky, lines: report({ specs: outcomes, openHandles: [], flaky }) };
  }

  it('is listed as flaky, with its error, if it passes in a retry', async () => {
    const { passed, flaky: flakyTests, lines } = await run({ passing, flaky });
    const flakyTest = 'src/flaky.e2e-spec.ts: the page opens\nError: no portal';
    expect({ passed, flakyTests }).toEqual({
      passed: true,
      flakyTests: [expect.stringContaining(flakyTest)],
    });
    expect(lines.join('\n')).toContain(`\nFLAKY ${flakyTest}`);
    expect(lines.at(-1)).toBe('\n3 passed, 0 failed, 0 skipped');
  });

  it('fails the run if it fails again', async () => {
    const { passed, flaky: flakyTests, lines } = await run({ passing, broken });
    expect({ passed, flakyTests }).toEqual({ passed: false, flakyTests: [] });
    expect(lines.join('\n')).toContain('FAILED src/broken.e2e-spec.ts: is broken');
    expect(lines.join('\n')).toContain('open page: 404 GET /style.css');
    expect(lines.at(-1)).toBe('\n1 passed, 1 failed, 0 skipped');
  });

  it('fails the run if its spec cannot be loaded', async () => {
    const { passed, lines } = await run({ unreadable });
    expect(passed).toBe(false);
    expect(lines.join('\n')).toContain('FAILED src/unreadable.e2e-spec.ts\nError: no such spec');
    expect(lines.at(-1)).toBe('\n0 passed, 1 failed, 0 skipped');
  });

  it('does not fail a run of other specs or tests', async () => {
    const path = () => join(dir, 'src/passing.e2e-spec.ts');
    expect(await run({ passing, broken }, { paths: [path()] })).toMatchObject({ passed: true });
    expect(await run({ passing, broken }, { testName: 'passes' })).toMatchObject({ passed: true });
  });

  it('fails the run if there are too many flaky tests', () => {
    const flakyTests = Array.from({ length: MAX_FLAKY + 1 }, (_, index) => `spec: test ${index}`);
    const lines = (flaky: string[]) => report({ specs: [], openHandles: [], flaky }).join('\n');
    expect(lines(flakyTests)).toContain(`More than ${MAX_FLAKY} tests are flaky.`);
    expect(lines(flakyTests.slice(1))).not.toContain('More than');
  });
});
