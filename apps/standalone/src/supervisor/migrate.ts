import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { ProcessManager } from './process-manager.js';
import {
  appsDir,
  type Backing,
  builtFile,
  type MigratedService,
  migratedServices,
  migrationEnv,
} from './services.js';
import type { Settings } from './settings.js';

const deadlineMs = 300_000;

function migrate(
  name: string,
  env: NodeJS.ProcessEnv,
  settings: Settings,
  backing: Backing,
  processes: ProcessManager,
  signal: AbortSignal,
): Promise<void> {
  const log = processes.log(`migrate-${name}`);
  const script = builtFile(env, name, 'database', 'migrate.js');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script], {
      env: migrationEnv(env, settings, backing),
      cwd: join(appsDir(env), name),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: deadlineMs,
      signal,
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => log.write(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The migrations of ${name} failed. The end of ${log.path}:\n${log.tail(15)}`));
    });
  });
}

/** Migrates the schemas of the services one by one, as the owner of the database. */
export async function migrateAll(
  env: NodeJS.ProcessEnv,
  settings: Settings,
  backing: Backing,
  processes: ProcessManager,
  signal: AbortSignal,
  names: readonly MigratedService[] = migratedServices,
): Promise<void> {
  for (const name of names) await migrate(name, env, settings, backing, processes, signal);
}
