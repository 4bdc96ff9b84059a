import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StartMessage } from './foreground.js';
import { readRunState } from './run-state.js';

export interface StartPortalOptions {
  dataDir: string;
  port: number;
  /** Variables added to the environment of this process; undefined removes a variable. */
  env?: NodeJS.ProcessEnv;
  /** Suppresses the output of the starter. */
  quiet?: boolean;
  /**
   * Limit for the start in milliseconds. The default of 180 s allows for a first start that downloads its
   * servers.
   */
  deadlineMs?: number;
}

export interface StartedPortal {
  url: string;
  /** Returns the pid of every running process by its name, including `supervisor`. */
  pids(): Record<string, number>;
  /** Returns the port of health and metrics of every service, on the loopback address. */
  internalPorts(): Record<string, number>;
  /** Set only at the first start on a data folder. */
  uploadPassword?: string;
  /** Stops the portal as Ctrl-C does. Resolves with the exit code once all processes have exited. */
  stop(): Promise<number | null>;
  /** Returns the path of the log of one service or server. */
  logFile(name: string): string;
}

const starter = fileURLToPath(new URL('../../dist/start.js', import.meta.url));

/** Starts the built portal as `npm start` does, in child processes, and resolves once it is ready. */
export async function startPortal(options: StartPortalOptions): Promise<StartedPortal> {
  const { dataDir, port, quiet = false, deadlineMs = 180_000 } = options;
  // The flags of a test runner must not reach the portal.
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
  let hasTimedOut = false;
  const message = await new Promise<StartMessage>((resolve) => {
    const fail = (text: string) => resolve({ type: 'failed', message: text });
    const timer = setTimeout(() => {
      hasTimedOut = true;
      fail(`The portal was not ready within ${deadlineMs} ms`);
    }, deadlineMs);
    child.once('message', (message) => resolve(message as StartMessage));
    void exited
      .then((code) => fail(`The starter ended with exit code ${code}`))
      .finally(() => clearTimeout(timer));
    child.once('message', () => clearTimeout(timer));
  });
  if (message.type === 'failed') {
    // The portal stops by itself unless the start timed out. A signal during that stop would kill everything
    // at once.
    const killTimer = setTimeout(() => void stop(), hasTimedOut ? 0 : 20_000);
    await exited;
    clearTimeout(killTimer);
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
