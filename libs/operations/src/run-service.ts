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

/** A service's environment: `AUTH_DATABASE_URL` takes the place of `DATABASE_URL`, so that it acts as its own role. */
export function ownEnvironment(service: ExaminedService, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const name = `${service.replace('-service', '').toUpperCase()}_DATABASE_URL`;
  const [url, file] = [env[name], env[`${name}_FILE`]];
  return url || file ? { ...env, DATABASE_URL: url, DATABASE_URL_FILE: file } : env;
}

/** Has a service carry out a command at this terminal. @returns its exit code */
export async function runService(
  programs: Programs,
  service: ExaminedService,
  args: readonly string[],
): Promise<number> {
  const child = spawn(process.execPath, [programs.cli(service), ...args], {
    stdio: 'inherit',
    env: ownEnvironment(service, programs.env),
  });
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
