import { test as base, expect } from '@playwright/test';
import { launchBrowser, openVisits, pageErrors } from './browser.js';
import { type MailPortal, startMailPortal } from './mail-portal.js';
import { type MediaFiles, mediaFiles } from './media-files.js';
import { startTestPortal, type TestPortal } from './portal.js';

// The runner sets FORCE_COLOR, which would colour the output of programs under test.
delete process.env['FORCE_COLOR'];

/** Name of the attachment that describes a page of a failed test. The count reporter prints it. */
const OPEN_PAGE = 'open page';

/** Settings of the shared portal. */
export const SHARED_SETTINGS = {
  LEADS_PER_MINUTE_PER_IP: '1000000',
  UPLOAD_PASSWORD_TRIES_PER_IP: '1000',
  CONTACT_EMAIL: 'press@example.com',
  HEADER_LINE: 'Perihelion, coming soon',
  FALLBACK_TITLE: 'Perihelion, untitled cut',
  FALLBACK_DESCRIPTION: 'Perihelion is where the sun is nearest.',
};

/**
 * Portals that the specs of a worker share, one after another, each with its own trailers and visitors. A spec restores
 * the settings that it changes. A spec that needs other settings, an empty portal or a restart starts its own portal
 * with `startTestPortal`.
 */
interface SharedPortals {
  portal: TestPortal;
  mailPortal: MailPortal;
  /** Marks trailers, and keeps their sources. */
  markingPortal: TestPortal;
  /** Believes addresses that a proxy on this host forwards. Limits are those of a new portal. */
  proxiedPortal: TestPortal;
  /** Has the settings of a new portal. */
  plainPortal: TestPortal;
  /** Has the settings of a new portal. Specs read its metrics, logs and files. */
  inspectedPortal: TestPortal;
}

interface WorkerFixtures extends SharedPortals {
  /** Videos and images, each created once. */
  files: MediaFiles;
}

interface TestFixtures {
  /** Whether errors of a page and of its Content Security Policy fail the test. */
  failsOnPageErrors: boolean;
  /** Closes the pages that a test opened. */
  visits: undefined;
}

/** Returns a fixture that starts a portal when a worker first needs it, and ends it with the worker. */
function shared<Portal extends TestPortal>(start: () => Promise<Portal>) {
  type Use = (portal: Portal) => Promise<void>;
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the dependencies of a fixture from this pattern
  const fixture = async ({}, use: Use) => {
    const portal = await start();
    await use(portal);
    await portal.dispose();
  };
  return [fixture, { scope: 'worker' }] as [typeof fixture, { scope: 'worker' }];
}

/** The test function of all specs of the built portal. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  browser: [
    async ({ playwright }, use) => {
      const browser = await launchBrowser(playwright.chromium);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  files: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the dependencies of a fixture from this pattern
    async ({}, use) => {
      const files = await mediaFiles();
      await use(files);
      files.dispose();
    },
    { scope: 'worker' },
  ],
  portal: shared(() => startTestPortal(SHARED_SETTINGS)),
  mailPortal: shared(startMailPortal),
  markingPortal: shared(() => startTestPortal({ FORENSIC_MARKING: 'on', KEEP_SOURCE: 'true' })),
  proxiedPortal: shared(() => startTestPortal({ TRUST_PROXY: '127.0.0.1' })),
  plainPortal: shared(startTestPortal),
  inspectedPortal: shared(startTestPortal),
  failsOnPageErrors: [true, { option: true }],
  visits: [
    async ({ failsOnPageErrors }, use, testInfo) => {
      const earlier = new Set(openVisits);
      await use(undefined);
      if (testInfo.status !== testInfo.expectedStatus) {
        for (const { record } of openVisits)
          await testInfo.attach(OPEN_PAGE, { contentType: 'text/plain', body: await record.describe() });
      }
      for (const visitor of openVisits) if (!earlier.has(visitor)) await visitor.leave();
      const errors = pageErrors.splice(0);
      if (failsOnPageErrors) expect(errors, 'errors of the pages').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
