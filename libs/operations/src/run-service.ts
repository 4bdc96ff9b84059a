import { spawn } from 'node:child_process';
import type { ExaminedService } from './commands.js';

/** How to run the commands of services. */
export interface Programs {
  /** Returns the path of a service's built command line. */
  cli(service: ExaminedService): string;
  readonly env: NodeJS.ProcessEnv;
}

/** Programs that `portal` runs. */
export interface PortalPrograms extends Programs {
  /** Returns the path of a service's built `check-settings.js`. */
  settings(service: ExaminedService): string;
}

/** Returns a service's environment. Its own URL, such as `AUTH_DATABASE_URL`, replaces `DATABASE_URL`. */
export function serviceEnvironment(service: ExaminedService, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const name = `${service.replace('-service', '').toUpperCase()}_DATABASE_URL`;
  const [url, file] = [env[name], env[`${name}_FILE`]];
  return url || file ? { ...env, DATABASE_URL: url, DATABASE_URL_FILE: file } : env;
}

/** Runs a command of a service in this terminal. @returns its exit code */
export async function runService(
  programs: Programs,
  service: ExaminedService,
  args: readonly string[],
): Promise<number> {
  const child = spawn(process.execPath, [programs.cli(service), ...args], {
    stdio: 'inherit',
    env: serviceEnvironment(service, programs.env),
  });
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
