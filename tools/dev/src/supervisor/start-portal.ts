import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StartMessage } from './foreground.js';
import { readRunState } from './run-state.js';

export interface StartPortalOptions {
  dataDir: string;
  port: number;
  /** Added to this process's environment; undefined takes a variable away. */
  env?: NodeJS.ProcessEnv;
  /** Do not repeat what the starter prints. */
  quiet?: boolean;
  /** Give up on the start after this time; default 180 s, for a first start that fetches its servers. */
  deadlineMs?: number;
}

export interface StartedPortal {
  url: string;
  /** The pid of every process that runs now, by its name; `supervisor` among them. */
  pids(): Record<string, number>;
  /** The port of health and metrics of every service, on the loopback address. */
  internalPorts(): Record<string, number>;
  /** Only at the first start on a data folder. */
  uploadPassword?: string;
  /** Stops it as Ctrl-C does; resolves with the exit code once all of it is gone. */
  stop(): Promise<number | null>;
  /** The log of one service or server. */
  logFile(name: string): string;
}

const starter = fileURLToPath(new URL('../../dist/start.js', import.meta.url));

/** Starts the built portal as `npm start` does, in processes of its own, and resolves once it is ready. */
export async function startPortal(options: StartPortalOptions): Promise<StartedPortal> {
  const { dataDir, port, quiet = false, deadlineMs = 180_000 } = options;
  // A test runner's own flags are not for the portal.
  const { NODE_OPTIONS: _, NODE_ENV: __, ...inherited } = process.env;
  const child = spawn(process.execPath, [starter], {
    env: { ...inherited, ...options.env, PORTAL_DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (!quiet) process.stderr.write(chunk);
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const stop = () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    return exited;
  };
  let timedOut = false;
  const message = await new Promise<StartMessage>((resolve) => {
    const fail = (text: string) => resolve({ type: 'failed', message: text });
    const timer = setTimeout(() => {
      timedOut = true;
      fail(`The portal was not ready within ${deadlineMs} ms`);
    }, deadlineMs);
    child.once('message', (told) => resolve(told as StartMessage));
    void exited
      .then((code) => fail(`The starter ended with exit code ${code}`))
      .finally(() => clearTimeout(timer));
    child.once('message', () => clearTimeout(timer));
  });
  if (message.type === 'failed') {
    // It is already stopping, unless it was too slow; a signal now would tell it to drop everything.
    const timeouts = setTimeout(() => void stop(), timedOut ? 0 : 20_000);
    await exited;
    clearTimeout(timeouts);
    throw new Error(`${message.message}\n${printed}`);
  }
  return {
    url: message.url,
    ...(message.uploadPassword === undefined ? {} : { uploadPassword: message.uploadPassword }),
    pids: () => {
      const processes = Object.entries(readRunState(dataDir)?.processes ?? {});
      return {
        supervisor: child.pid ?? 0,
        ...Object.fromEntries(processes.map(([name, { pid }]) => [name, pid])),
      };
    },
    internalPorts: () => readRunState(dataDir)?.internalPorts ?? {},
    stop,
    logFile: (name) => join(dataDir, 'logs', `${name}.log`),
  };
}
