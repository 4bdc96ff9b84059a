import { join, relative } from 'node:path';
import { requireValidSettings } from './supervisor/check-settings.js';
import { claimDataDir, Portal } from './supervisor/portal.js';
import { readSettings } from './supervisor/settings.js';
import { addEnvFile } from './system/env-file.js';

/** What the starter tells a parent process that has a message channel to it. */
export type StartMessage =
  | { type: 'ready'; url: string; uploadPassword?: string }
  | { type: 'failed'; message: string };

const steps = 6;
// The first step is the build, before this program.
let step = 1;
const say = (line: string) => console.log(`      ${line}`);
const nextStep = (text: string) => {
  step += 1;
  console.log(`[${step}/${steps}] ${text} …`);
};

async function main(): Promise<void> {
  const sourceOf = addEnvFile(process.env);
  await requireValidSettings(process.env, sourceOf);
  const wanted = readSettings(process.env);
  const { dataDir, lock } = claimDataDir(wanted.dataDir);
  const settings = { ...wanted, dataDir };
  let serving = false;
  let uploadPassword: string | undefined;
  const portal = new Portal(process.env, settings, {
    step: nextStep,
    say,
    uploadPassword: (password) => {
      uploadPassword = password;
      if (serving) printPassword(password);
    },
  });
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
      console.log(leaving ? 'Ending everything at once.' : 'Stopping … (once more to end at once)');
      void leave(0);
    });
  }
  if (process.send !== undefined) process.on('disconnect', () => void leave(0));

  nextStep('Looking at the data folder');
  say(dataDir);
  try {
    await portal.start();
  } catch (error) {
    if (!leaving) {
      report(error);
      // It is not shown a second time.
      if (uploadPassword !== undefined) printPassword(uploadPassword);
      await leave(1);
    }
    return;
  }
  console.log(`[${steps}/${steps}] Ready`);
  console.log(`\nSecure Preview is running at ${portal.url}`);
  serving = true;
  if (uploadPassword !== undefined) printPassword(uploadPassword);
  console.log(
    `To upload: enter your own name and e-mail at ${portal.url} first, then the upload password at ${portal.url}/upload.`,
  );
  const shown = relative(process.cwd(), join(dataDir, 'logs'));
  console.log(`Logs are in ${shown.startsWith('..') ? join(dataDir, 'logs') : shown}. Stop with Ctrl-C.`);
  tellParent({ type: 'ready', url: portal.url, ...(uploadPassword === undefined ? {} : { uploadPassword }) });
}

function printPassword(password: string): void {
  console.log(`\n  Upload password (shown once): ${password}\n`);
}

function tellParent(message: StartMessage): void {
  process.send?.(message);
}

function report(error: unknown): void {
  const { message } = error as Error;
  console.error(message);
  tellParent({ type: 'failed', message });
}

main().catch((error: unknown) => {
  report(error);
  process.exit(1);
});
