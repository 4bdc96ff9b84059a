import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const CREDENTIALS = { accessKeyId: 'conformance', secretAccessKey: 'conformance-secret' };
export const REGION = 'us-east-1';

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
const START_DEADLINE = 10_000;

/** The built store in a child process. */
export interface ChildStore {
  readonly url: string;
  readonly process: ChildProcess;
  /** Ends the process. Resolves with its exit code; null when the signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Returns the peak memory of the process in bytes. */
  peakMemory(): Promise<number>;
}

export interface ChildOptions {
  readonly env?: Record<string, string>;
  /** Largest file that the process may write, in bytes. Imitates a full disk. */
  readonly fileSizeLimit?: number;
  readonly ipc?: boolean;
}

/** Starts `dist/main.js` on a free port, and resolves once it listens. */
export async function startChildStore(dataDir: string, options: ChildOptions = {}): Promise<ChildStore> {
  const env = {
    PATH: process.env['PATH'],
    OBJECT_STORE_DATA_DIR: dataDir,
    S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    S3_REGION: REGION,
    ...options.env,
  };
  // `ulimit -f` counts blocks of 512 bytes in sh.
  const limit = options.fileSizeLimit === undefined ? '' : `ulimit -f ${options.fileSizeLimit / 512};`;
  const child = spawn('sh', ['-c', `${limit} exec "$0" "$1"`, process.execPath, MAIN], {
    env,
    stdio: ['ignore', 'pipe', 'inherit', ...(options.ipc ? (['ipc'] as const) : [])],
  });
  if (!child.stdout) throw new Error('the store has no output');
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`the store ended with ${code}`)),
  );
  ended.catch(() => undefined);
  const listening = once(lines, 'line', { signal: AbortSignal.timeout(START_DEADLINE) });
  const [line] = await Promise.race([listening, ended]);
  const url = /^object store listening on (http:\S+)$/.exec(String(line))?.[1];
  if (!url) throw new Error(`the store printed: ${line}`);
  return {
    url,
    process: child,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exit = once(child, 'exit');
      child.kill(signal);
      const [code] = await exit;
      return code;
    },
    async peakMemory() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
    },
  };
}
