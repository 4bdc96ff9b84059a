import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import type { Event } from '@parcel/watcher';
import { say, tellParent } from '../supervisor/foreground.js';
import type { Portal } from '../supervisor/portal.js';
import { appOf, migratedServices, type ServiceName } from '../supervisor/services.js';
import { affectedServices } from './affected-services.js';
import type { Compiler } from './compiler.js';

/** Milliseconds for work under way when a service is restarted; what is broken off is done again. */
const GRACE_MS = 1_000;

/** What the parent of `npm run dev` is told after each edit of a service. */
export interface RestartedMessage {
  type: 'restarted';
  services: readonly ServiceName[];
  /** Milliseconds from the edit until they served again. */
  ms: number;
}

/** Returns whether `dist` holds the new code of all sources. */
async function compileAll(events: readonly Event[], compiler: Compiler): Promise<boolean> {
  try {
    // Some programs save a file by deleting and creating it; what a deleted file was compiled to does no harm.
    await Promise.all(events.map(({ path }) => existsSync(path) && compiler.compile(path)));
    return true;
  } catch (error) {
    console.error(`${(error as Error).message}\nNothing was restarted.`);
    return false;
  }
}

/** Creates what follows an edit: compiles, migrates where migrations changed, and restarts the services concerned. */
export function reloader(root: string, portal: Portal, compiler: Compiler) {
  const affectedBy = affectedServices(root);
  return async (events: readonly Event[]): Promise<void> => {
    const startedAt = performance.now();
    const sources = events.filter(({ path }) => compiler.isSource(path));
    const services = [...new Set(sources.flatMap(({ path }) => affectedBy(path)))];
    if (services.length === 0 || !(await compileAll(sources, compiler))) return;
    const migrates = sources.some(({ path }) => path.includes(`${sep}migrations${sep}`));
    if (migrates) await portal.migrate(migratedServices.filter((name) => services.map(appOf).includes(name)));
    await portal.restart(services, GRACE_MS);
    const ms = Math.round(performance.now() - startedAt);
    say(`Restarted ${services.join(', ')} in ${(ms / 1000).toFixed(1)} s`);
    tellParent({ type: 'restarted', services, ms } satisfies RestartedMessage);
  };
}
