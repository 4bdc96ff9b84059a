import { existsSync } from 'node:fs';
import type { Event } from '@parcel/watcher';
import { log, sendToParent } from '../supervisor/foreground.js';
import type { Portal } from '../supervisor/portal.js';
import { appOf, migratedServices, type ServiceName } from '../supervisor/services.js';
import { affectedServices, definesSchema } from './affected-services.js';
import type { Compiler } from './compiler.js';

/** Milliseconds in which a stopped service must finish its work. Interrupted work is repeated. */
const GRACE_MS = 1_000;

/** Message to the parent process of `npm run dev` after each edit of a service. */
export interface RestartedMessage {
  type: 'restarted';
  services: readonly ServiceName[];
  /** Milliseconds from the edit until the restarted services were ready. */
  ms: number;
}

/** Compiles the sources. @returns the sources whose output has changed; undefined if one cannot be compiled */
async function compileAll(paths: readonly string[], compiler: Compiler): Promise<string[] | undefined> {
  try {
    // Some editors save a file by deleting and creating it. The stale output of a deleted file is harmless.
    const changed = await Promise.all(
      paths.map(async (path) => existsSync(path) && (await compiler.compile(path))),
    );
    return paths.filter((_path, index) => changed[index]);
  } catch (error) {
    console.error(
      `${(error as Error).message}\nNo service was restarted. Fix the error and save the file again.`,
    );
    return undefined;
  }
}

/**
 * Returns the handler of edits. The handler compiles the sources, runs the migrations if they changed, and restarts the
 * affected services.
 */
export function reloader(root: string, portal: Portal, compiler: Compiler) {
  const affectedBy = affectedServices(root);
  return async (events: readonly Event[]): Promise<void> => {
    const startedAt = performance.now();
    const sources = new Set(events.map(({ path }) => path).filter(compiler.isSource));
    // One save may be reported twice.
    const changed = await compileAll([...sources], compiler);
    const services = [...new Set(changed?.flatMap(affectedBy))];
    if (changed === undefined || services.length === 0) return;
    const migrates = changed.some(definesSchema);
    if (migrates) await portal.migrate(migratedServices.filter((name) => services.map(appOf).includes(name)));
    await portal.restart(services, GRACE_MS);
    const ms = Math.round(performance.now() - startedAt);
    log(`Restarted ${services.join(', ')} in ${(ms / 1000).toFixed(1)} s`);
    sendToParent({ type: 'restarted', services, ms } satisfies RestartedMessage);
  };
}
