import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Program, type RunningProgram, randomName, run } from '@secure-preview/embedded';
import { guard } from './guard.js';

export interface TestServer {
  /** Id of the current server process. */
  readonly pid: number;
  /** Kills the server with SIGKILL; resolves once it has exited. Keeps its data. */
  kill9(): Promise<void>;
  /** Starts the server again on the same port and data; stops it gracefully first if it runs. */
  restart(): Promise<void>;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
}

/** Creates a folder for a test server's data. */
export function temporaryDir(kind: string): string {
  const dir = join(tmpdir(), `secure-preview-test-${kind}-${randomName()}`);
  mkdirSync(dir, { mode: 0o711 });
  return dir;
}

/** Runs a server during a test file. Writes its output to a file, and into the error message if the server fails to start. */
export async function startTestServer(
  program: Program,
  dir: string,
  crashSignal: 'QUIT' | 'KILL' = 'KILL',
): Promise<TestServer> {
  const logFile = join(dir, `${program.name}.log`);
  let running: RunningProgram;
  let release: () => Promise<void>;

  const start = async () => {
    const log = openSync(logFile, 'a');
    try {
      running = await run(program, log);
    } finally {
      closeSync(log);
    }
    running.child.unref();
    release = guard(running.identity.pid, crashSignal, dir);
    try {
      await running.ready;
    } catch (error) {
      throw new Error(`${program.name} did not start:\n${readFileSync(logFile, 'utf8')}`, { cause: error });
    }
  };
  const stopWith = async (stop: () => void | Promise<void>) => {
    // Keeps this process alive until the server has ended.
    running.child.ref();
    await stop();
    await running.exited;
    await release();
  };

  await start();
  return {
    get pid() {
      return running.identity.pid;
    },
    kill9: () => stopWith(() => void running.child.kill('SIGKILL')),
    restart: async () => {
      await stopWith(() => running.stop());
      await start();
    },
    stop: async () => {
      await stopWith(() => running.stop());
      rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}
