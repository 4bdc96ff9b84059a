import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isPortFree, persistentPort } from '@secure-preview/embedded';
import type { Compiler } from './development/compiler.js';
import { printErrors } from './development/console-output.js';
import { reloader } from './development/reload.js';
import { watchSources } from './development/watch-sources.js';
import { webServer } from './development/web-server.js';
import { SEEDED_LEADS, seed } from './seed/seed.js';
import { markForDevelopment } from './supervisor/claim-data-dir.js';
import { runInForeground, sendToParent } from './supervisor/foreground.js';
import type { Portal } from './supervisor/portal.js';
import { type ServiceName, serviceNames } from './supervisor/services.js';
import { localHost, repositoryRoot, type Settings } from './supervisor/settings.js';

const STEPS = 7;
/** Upload password that `bin/dev.mjs` sets unless the settings have one. */
const PUBLIC_PASSWORD = 'development';
/** Node's default port goes to the first process (`.vscode/launch.json`). */
const FIRST_INSPECT_PORT = 9229;

/** Seeds the running portal. A failed seed does not stop the portal. */
async function addSeed({ url, databaseAdminUrl }: Portal): Promise<void> {
  console.log(`Seeding a trailer and ${SEEDED_LEADS} leads …`);
  try {
    await seed({ url, databaseAdminUrl, uploadPassword: process.env['UPLOAD_PASSWORD'] ?? '' });
    console.log('Seeded.');
    sendToParent({ type: 'seeded' });
  } catch (error) {
    console.error(`Seeding failed: ${(error as Error).message}`);
  }
}

/** Runs the portal from its sources: Vite serves the web app, and services restart after an edit. */
export function develop(args: readonly string[], compiler: Compiler): void {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'boolean', default: false },
      'inspect-port': { type: 'string', default: String(FIRST_INSPECT_PORT) },
    },
  });
  const inspectPort = (name: ServiceName) => Number(values['inspect-port']) + serviceNames.indexOf(name);
  let web: Settings;
  runInForeground({
    steps: STEPS,
    forDevelopment: true,
    output: printErrors,
    nodeArgs: (name) => [`--inspect=127.0.0.1:${inspectPort(name)}`],
    adjust: async (settings) => {
      web = settings;
      const { host, port, dataDir } = settings;
      if (!(await isPortFree(port, host)))
        throw new Error(`Port ${port} is in use. Choose another one with PORT.`);
      if (process.env['UPLOAD_PASSWORD'] === PUBLIC_PASSWORD) markForDevelopment(dataDir);
      mkdirSync(join(dataDir, 'ports'), { recursive: true, mode: 0o700 });
      return { ...settings, port: await persistentPort(join(dataDir, 'ports', 'http'), host) };
    },
    running: async ({ portal }) => {
      console.log(`[6/${STEPS}] Starting Vite …`);
      await portal.add(webServer(repositoryRoot, web, portal.url));
      await watchSources(repositoryRoot, reloader(repositoryRoot, portal, compiler));
      const url = `http://${localHost(web.host)}:${web.port}`;
      console.log(`[${STEPS}/${STEPS}] Ready\n\nSecure Preview is running from its sources at ${url}`);
      console.log(`Upload password, unless you have changed it: ${process.env['UPLOAD_PASSWORD']}`);
      console.log('Debuggers attach to:');
      for (const name of serviceNames) console.log(`  ${name.padEnd(18)} 127.0.0.1:${inspectPort(name)}`);
      if (values.seed) void addSeed(portal);
      return url;
    },
  });
}
