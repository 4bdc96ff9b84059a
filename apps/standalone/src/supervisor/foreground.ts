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
  /** Number of steps of the start. The first is finished before this code runs. */
  steps: number;
  /** True if the upload password may be public. */
  forDevelopment?: boolean;
  /** Adjusts the settings of the portal. */
  adjust?(settings: Settings): Promise<Settings>;
  /** Called once the portal runs. Prints the URL and instructions; resolves with the URL to open. */
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

/** Runs a portal until a signal arrives or the parent exits. Then this process exits. */
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
  const configured = readSettings(process.env);
  const { dataDir, lock } = claimDataDir(configured.dataDir);
  const settings = await adjust({ ...configured, dataDir });
  let isServing = false;
  let uploadPassword: string | undefined;
  const events = {
    step: nextStep,
    log,
    uploadPassword: (password: string) => {
      uploadPassword = password;
      if (isServing) printPassword(password);
    },
  };
  const portal = new Portal(process.env, settings, events, options);
  let isShuttingDown = false;
  const shutDown = async (exitCode: number) => {
    if (isShuttingDown) {
      portal.kill();
      return;
    }
    isShuttingDown = true;
    await portal.stop();
    lock.release();
    process.exit(exitCode);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      console.log(
        isShuttingDown ? 'Stopping immediately.' : 'Stopping … (press Ctrl-C again to stop immediately)',
      );
      void shutDown(0);
    });
  }
  if (process.send !== undefined) process.on('disconnect', () => void shutDown(0));

  nextStep('Checking the data folder');
  log(dataDir);
  try {
    await portal.start();
    const url = await running({ portal, settings });
    isServing = true;
    if (uploadPassword !== undefined) printPassword(uploadPassword);
    sendToParent({ type: 'ready', url, ...(uploadPassword === undefined ? {} : { uploadPassword }) });
  } catch (error) {
    if (isShuttingDown) return;
    report(error);
    // The next start does not show the password again.
    if (uploadPassword !== undefined) printPassword(uploadPassword);
    await shutDown(1);
  }
}

/** Runs a portal in the foreground of this process. A failed start ends the process with exit code 1. */
export function runInForeground(options: ForegroundOptions): void {
  run(options).catch((error: unknown) => {
    report(error);
    process.exit(1);
  });
}
