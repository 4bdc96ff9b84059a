import { type ChildProcess, spawn } from 'node:child_process';
import { identify, type ProcessIdentity, signal } from './process-identity.js';

/** Describes how to start one server process, and how to check that it is ready. */
export interface Program {
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** Runs the program as this user; only root can. */
  user?: { uid: number; gid: number } | undefined;
  /** Signal that lets the program finish its work and exit. */
  stopSignal: NodeJS.Signals;
  /** True for a Node process with an IPC channel: it exits by itself when its parent has exited. */
  ipc?: boolean;
  /** Resolves once the process is ready. Rejects when `exitSignal` aborts first. */
  ready(pid: number, exitSignal: AbortSignal): Promise<void>;
}

export interface RunningProgram {
  readonly identity: ProcessIdentity;
  readonly child: ChildProcess;
  /** Resolves with a short description of how the program exited. */
  readonly exited: Promise<string>;
  /** Resolves once the program is ready. Rejects if it exits first. */
  readonly ready: Promise<void>;
  isAlive(): boolean;
  /** Stops the program by its stop signal, then by SIGKILL after `graceMs`. Resolves once it has exited. */
  stop(graceMs?: number): Promise<void>;
}

/** Destination of the output: a callback for each chunk, or the descriptor of an open file. */
export type Output = number | ((chunk: Buffer, stream: 'stdout' | 'stderr') => void);

/** Starts the program as a child in a separate process group, so that a Ctrl-C reaches only its parent. */
export async function run(program: Program, output: Output): Promise<RunningProgram> {
  const sink = typeof output === 'number' ? output : 'pipe';
  const child = spawn(program.command, program.args, {
    cwd: program.cwd,
    env: program.env,
    detached: true,
    stdio: program.ipc ? ['ignore', sink, sink, 'ipc'] : ['ignore', sink, sink],
    uid: program.user?.uid,
    gid: program.user?.gid,
  });
  const exitController = new AbortController();
  const exited = new Promise<string>((resolve) => {
    const end = (how: string) => {
      exitController.abort(new Error(`${program.name} ended: ${how}`));
      resolve(how);
    };
    child.once('error', (error) => end(error.message));
    child.once('exit', (code, name) => end(name === null ? `exit code ${code}` : `signal ${name}`));
  });
  if (typeof output === 'function') {
    child.stdout?.on('data', (chunk: Buffer) => output(chunk, 'stdout'));
    child.stderr?.on('data', (chunk: Buffer) => output(chunk, 'stderr'));
  }
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program.name} cannot be started: ${await exited}`);
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const ready = program.ready(pid, exitController.signal);
  ready.catch(() => undefined);
  return {
    identity: identify(pid) ?? { pid, startedAt: 'exited' },
    child,
    exited,
    ready,
    isAlive,
    async stop(graceMs = 15_000) {
      if (!isAlive()) return;
      signal(pid, program.stopSignal);
      const escalation = setTimeout(() => signal(pid, 'SIGKILL'), graceMs);
      await exited;
      clearTimeout(escalation);
    },
  };
}
