import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runJest } from '../../runner/commands.mjs';
import { MAX_FLAKY, outcomeFile, report } from '../../runner/outcome.mjs';
import { rerunFailed } from '../../runner/rerun-failed.mjs';
import { workspaceRoot } from '../workspace/projects.js';

/** A project of browser tests without a browser. */
const config = `
import { nodeProject } from '${workspaceRoot}/jest.preset.mjs';
export default nodeProject(import.meta.url, { transform: {} });`;
const sound = `it('passes', () => {});`;
/** Fails the first time it runs in a folder. */
const flaky = `
import { existsSync, writeFileSync } from 'node:fs';
const mark = new URL('ran', import.meta.url);
beforeAll(() => {
  const isFirst = !existsSync(mark);
  writeFileSync(mark, '');
  if (isFirst) throw new Error('no portal');
});
it('opens the page', () => {});
it('closes the page', () => {});`;
const broken = `it('is broken', () => expect(1).toBe(2));`;

describe('a browser test that fails', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'rerun-'));
    writeFileSync(join(dir, 'jest.config.mjs'), config);
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  async function run(specs: Record<string, string>) {
    for (const [name, source] of Object.entries(specs)) {
      writeFileSync(join(dir, `${name}.e2e-spec.ts`), source);
    }
    const passed = (await runJest(dir, 'e2e', [])) || (await rerunFailed(dir));
    const { specs: outcomes, flaky } = JSON.parse(readFileSync(outcomeFile(dir, 'e2e'), 'utf8'));
    return { passed, flaky, lines: report({ specs: outcomes, leftOpen: [], flaky }) };
  }

  it('is listed as flaky if the second run passes, with failures for the same reason', async () => {
    const { passed, flaky: found, lines } = await run({ sound, flaky });
    expect({ passed, found }).toEqual({
      passed: true,
      found: ['flaky.e2e-spec.ts: opens the page (and 1 more for the same reason)'],
    });
    expect(lines).toContain('\nFLAKY flaky.e2e-spec.ts: opens the page (and 1 more for the same reason)');
    expect(lines.at(-1)).toBe('\n3 passed, 0 failed, 0 skipped');
  });

  it('fails the run if it fails again', async () => {
    const { passed, flaky: found, lines } = await run({ sound, broken });
    expect({ passed, found }).toEqual({ passed: false, found: [] });
    expect(lines.join('\n')).toContain('FAILED broken.e2e-spec.ts: is broken');
    expect(lines.at(-1)).toBe('\n1 passed, 1 failed, 0 skipped');
  });

  it('fails the run if it is one flaky test too many', () => {
    const some = Array.from({ length: MAX_FLAKY + 1 }, (_, index) => `spec: test ${index}`);
    const lines = (flaky: string[]) => report({ specs: [], leftOpen: [], flaky }).join('\n');
    expect(lines(some)).toContain(`More than ${MAX_FLAKY} tests are flaky.`);
    expect(lines(some.slice(1))).not.toContain('More than');
  });
});
