import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const MINUTE = 60_000;
/** Limit for any step of a visitor, in milliseconds; enough for a busy machine. */
const WAIT_MS = 40_000;

/**
 * Chromium comes from Debian's packages (`npm run provision`). The runner must not download a browser, so never run
 * `npx playwright install`. `PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD` prevents the download.
 */
process.env['PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD'] = '1';

const specs = readdirSync(join(import.meta.dirname, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.e2e-spec.ts'))
  .map((file) => ({ file, text: readFileSync(join(import.meta.dirname, 'src', file), 'utf8') }));
/** Returns the specs that contain one of these words. */
const specsWith = (...words: string[]) =>
  specs.filter(({ text }) => words.some((word) => text.includes(word))).map(({ file }) => `**/${file}`);

/** Portals that several specs share, by the names of their fixtures. */
const SHARED_PORTALS = ['mailPortal', 'markingPortal', 'proxiedPortal', 'plainPortal', 'inspectedPortal'];
/** Specs that start portals or servers of their own. */
const OWN_PORTAL = specsWith('startTestPortal(', 'startDevPortal(', 'Fleet.start(', 'startProxy(');

/** Settings of the specs of the built portal in a browser or over HTTP. */
const e2e = { testMatch: '**/*.e2e-spec.ts', timeout: 10 * MINUTE, retries: 1 };

/** Kinds of specs, by the ending of their files. `tools/checks/runner/specs.mjs` uses the same endings. */
export default defineConfig({
  testDir: 'src',
  // The tests of a spec share a portal, so they run one after another.
  fullyParallel: false,
  // Browser tests often wait for playback, so three workers fully use two cores.
  workers: 3,
  forbidOnly: Boolean(process.env['CI']),
  outputDir: 'test-results/failures',
  expect: { timeout: WAIT_MS },
  use: { actionTimeout: WAIT_MS, navigationTimeout: WAIT_MS, trace: 'on-first-retry' },
  reporter: [['list'], [join(import.meta.dirname, '../tools/checks/playwright-count-reporter.mjs')]],
  // Workspace packages resolve to `dist`, which needs no transpiling.
  build: { external: ['**/dist/**'] },
  projects: [
    // An idle portal costs CPU time, so as few as possible run. The other specs keep the third worker busy.
    {
      ...e2e,
      name: 'e2e-shared-portal',
      testIgnore: [...specsWith(...SHARED_PORTALS), ...OWN_PORTAL],
      workers: 2,
    },
    ...SHARED_PORTALS.map((fixture) => ({
      ...e2e,
      name: `e2e-${fixture}`,
      testMatch: specsWith(fixture),
      workers: 1,
    })),
    { ...e2e, name: 'e2e-own-portal', testMatch: OWN_PORTAL },
    { name: 'faults', testMatch: '**/*.faults-spec.ts', timeout: 10 * MINUTE, workers: 1 },
    { name: 'containers', testMatch: '**/*.containers-spec.ts', timeout: 30 * MINUTE, workers: 1 },
  ],
});
