import { spawn } from 'node:child_process';
import type { ExaminedService } from './commands.js';

/** How the commands of services are run here. */
export interface Programs {
  /** The built command line of a service. */
  cli(service: ExaminedService): string;
  readonly env: NodeJS.ProcessEnv;
}

/** Everything that `portal` runs. */
export interface PortalPrograms extends Programs {
  /** The built `check-settings.js` of a service. */
  settings(service: ExaminedService): string;
}

/** Has a service carry out a command at this terminal. @returns its exit code */
export async function runService(
  programs: Programs,
  service: ExaminedService,
  args: readonly string[],
): Promise<number> {
  const child = spawn(process.execPath, [programs.cli(service), ...args], {
    stdio: 'inherit',
    env: programs.env,
  });
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
