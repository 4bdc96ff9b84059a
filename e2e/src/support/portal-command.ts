import { execFile } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import type { StartedPortal } from '@secure-preview/standalone';

const program = resolve(import.meta.dirname, '../../../apps/standalone/bin/portal.mjs');

/** Exit code and output of a command. */
interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export const dataDirOf = (portal: StartedPortal): string => dirname(dirname(portal.logFile('gateway')));

/** Runs `npm run portal -- …` on a data folder. */
export function runPortalCommand(args: readonly string[], dataDir: string): Promise<CommandResult> {
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const env = { ...inherited, PORTAL_DATA_DIR: dataDir, SECURE_PREVIEW_ENV_FILE: '' };
  return new Promise((resolveResult) => {
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) =>
      resolveResult({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
    );
  });
}
