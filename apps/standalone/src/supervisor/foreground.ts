import { addEnvFile } from '../system/env-file.js';
import { startProblem } from './check-settings.js';
import { claimDataDir } from './claim-data-dir.js';
import { Portal, type PortalOptions } from './portal.js';
import { readSettings, type Settings } from './settings.js';

/** Message from the starter to a parent process that has an IPC channel to it. */
export type StartMessage =
  | { type: 'ready'; url: string; uploadPassword?: string }
  | { type: 'failed'; message: string };

/** A portal that this process runs until it is stopped. */
export interface RunningPortal {
  portal: Portal;
  /** Settings with the canonical path of the data folder. */
  settings: Settings;
}

export interface ForegroundOptions extends PortalOptions {
  /** Number of steps of the whole start. The first is finished before this code runs. */
  steps: number;
  /** True if the upload password may be public. */
  forDevelopment?: boolean;
  /** Changes the settings for the portal itself. */
  adjust?(settings: Settings): Promise<Settings>;
  /** Called once the portal runs. Prints what people need to know, and resolves with the address to open. */
  running(running: RunningPortal): Promise<string>;
}

export const log = (line: string) => console.log(`      ${line}`);

function printPassword(password: string): void {
  console.log(`\n  Upload password (shown once): ${password}\n`);
}

export function sendToParent(message: object): void {
  process.send?.(message);
}

function report(error: unknown): void {
  const { message } = error as Error;
  console.error(message);
  sendToParent({ type: 'failed', message });
}

/** Runs a portal until a signal arrives or the parent is gone. Then this process exits. */
async function run(options: ForegroundOptions): Promise<void> {
  const { steps, running, adjust = async (settings) => settings } = options;
  let step = 1;
  const nextStep = (text: string) => {
    step += 1;
    console.log(`[${step}/${steps}] ${text} …`);
  };
  const sourceOf = addEnvFile(process.env);
  const problem = await startProblem(process.env, sourceOf, options.forDevelopment);
  if (problem !== undefined) throw new Error('settings' in problem ? problem.settings : problem.dataDir);
  const wanted = readSettings(process.env);
  const { dataDir, lock } = claimDataDir(wanted.dataDir);
  const settings = await adjust({ ...wanted, dataDir });
  let serving = false;
  let uploadPassword: string | undefined;
  const events = {
    step: nextStep,
    log,
    uploadPassword: (password: string) => {
      uploadPassword = password;
      if (serving) printPassword(password);
    },
  };
  const portal = new Portal(process.env, settings, events, options);
  let leaving = false;
  const leave = async (exitCode: number) => {
    if (leaving) {
      portal.kill();
      return;
    }
    leaving = true;
    await portal.stop();
    lock.release();
    process.exit(exitCode);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      console.log(leaving ? 'Stopping immediately.' : 'Stopping … (press Ctrl-C again to stop immediately)');
      void leave(0);
    });
  }
  if (process.send !== undefined) process.on('disconnect', () => void leave(0));

  nextStep('Checking the data folder');
  log(dataDir);
  try {
    await portal.start();
    const url = await running({ portal, settings });
    serving = true;
    if (uploadPassword !== undefined) printPassword(uploadPassword);
    sendToParent({ type: 'ready', url, ...(uploadPassword === undefined ? {} : { uploadPassword }) });
  } catch (error) {
    if (leaving) return;
    report(error);
    // The next start does not show the password again.
    if (uploadPassword !== undefined) printPassword(uploadPassword);
    await leave(1);
  }
}

/** Runs a portal in the foreground of this process. A failed start ends the process with exit code 1. */
export function runInForeground(options: ForegroundOptions): void {
  run(options).catch((error: unknown) => {
    report(error);
    process.exit(1);
  });
}
