import { type ChildProcess, spawn } from 'node:child_process';
import { identify, type ProcessIdentity, signal } from './process-identity.js';

/** How to start one server process, and how to tell that it serves. */
export interface Program {
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** Run as this user; only root can. */
  user?: { uid: number; gid: number } | undefined;
  /** The signal that asks it to finish what it is doing and leave. */
  stopSignal: NodeJS.Signals;
  /** A Node process with a message channel: it leaves by itself when its parent is gone. */
  ipc?: boolean;
  /** Resolves once the process serves; rejects when `gone` fires first. */
  ready(pid: number, gone: AbortSignal): Promise<void>;
}

export interface RunningProgram {
  readonly identity: ProcessIdentity;
  readonly child: ChildProcess;
  /** Resolves with a few words on how it ended. */
  readonly exited: Promise<string>;
  /** Resolves once it serves; rejects when it ends before. */
  readonly ready: Promise<void>;
  alive(): boolean;
  /** Stops it politely, by SIGKILL after `graceMs`; resolves once it is gone. */
  stop(graceMs?: number): Promise<void>;
}

/** What to do with the output: hand it on line by line or piece by piece, or write it to an open file. */
export type Output = number | ((chunk: Buffer, stream: 'stdout' | 'stderr') => void);

/** Starts the program as a child in a process group of its own, so that a Ctrl-C reaches its parent alone. */
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
  const gone = new AbortController();
  const exited = new Promise<string>((resolve) => {
    const end = (how: string) => {
      gone.abort(new Error(`${program.name} ended: ${how}`));
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
  const alive = () => child.exitCode === null && child.signalCode === null;
  const ready = program.ready(pid, gone.signal);
  ready.catch(() => undefined);
  return {
    identity: identify(pid) ?? { pid, startedAt: 'already gone' },
    child,
    exited,
    ready,
    alive,
    async stop(graceMs = 15_000) {
      if (!alive()) return;
      signal(pid, program.stopSignal);
      const escalation = setTimeout(() => signal(pid, 'SIGKILL'), graceMs);
      await exited;
      clearTimeout(escalation);
    },
  };
}
