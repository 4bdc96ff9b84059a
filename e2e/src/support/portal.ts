import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type StartedPortal, startPortal } from '@secure-preview/dev';

/** The upload password of portals under test. */
export const UPLOAD_PASSWORD = 'a password for tests';

export interface TestPortal extends StartedPortal {
  /** Stops the portal and removes its data. */
  dispose(): Promise<void>;
}

/** Starts the built portal on embedded servers in a folder of its own. */
export async function startTestPortal(env: NodeJS.ProcessEnv = {}): Promise<TestPortal> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-'));
  const portal = await startPortal({
    dataDir,
    port: await freePort(),
    quiet: true,
    env: { UPLOAD_PASSWORD, ...env },
  });
  return {
    ...portal,
    dispose: async () => {
      await portal.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
