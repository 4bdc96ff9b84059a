import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@secure-preview/embedded';
import { type StartedPortal, startPortal } from '@secure-preview/standalone';

/** The upload password of portals under test. */
export const UPLOAD_PASSWORD = 'a password for tests';

export interface TestPortal extends StartedPortal {
  /** Restarts the portal with the same data and URL, and with other settings. */
  restart(env: NodeJS.ProcessEnv): Promise<void>;
  /** Stops the portal and removes its data. */
  dispose(): Promise<void>;
}

/**
 * Event loop delay from which a gateway under test rejects requests, in milliseconds. Browsers and transcoding use the
 * same processor, so a shorter delay does not mean that the gateway is overloaded.
 */
const MAX_EVENT_LOOP_DELAY_MS = '2000';

/** Starts the built portal on embedded servers in a new folder. */
export async function startTestPortal(env: NodeJS.ProcessEnv = {}): Promise<TestPortal> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-'));
  const port = await freePort();
  const start = (overrides: NodeJS.ProcessEnv) =>
    startPortal({
      dataDir,
      port,
      quiet: true,
      env: { UPLOAD_PASSWORD, MAX_EVENT_LOOP_DELAY_MS, ...overrides },
    });
  let portal = await start(env);
  return {
    ...portal,
    pids: () => portal.pids(),
    internalPorts: () => portal.internalPorts(),
    stop: () => portal.stop(),
    restart: async (overrides) => {
      await portal.stop();
      portal = await start(overrides);
    },
    dispose: async () => {
      await portal.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
