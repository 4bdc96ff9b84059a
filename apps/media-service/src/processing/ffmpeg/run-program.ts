import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/**
 * Lowest exit code of the shell itself: it could not start the program, or a signal ended the program (POSIX,
 * 2.8.2).
 */
const CANNOT_START = 126;
/** 128 plus SIGILL, SIGABRT, SIGBUS, SIGFPE or SIGSEGV: the signals of a crash. */
const CRASHES = new Set([132, 134, 135, 136, 139]);

/** Thrown when a program ends with an error or cannot be started. */
export class ProgramError extends Error {
  constructor(
    readonly program: string,
    readonly exitCode: number | null,
    readonly signal: NodeJS.Signals | null,
    /** The end of its error output. */
    readonly output: string,
    options?: ErrorOptions,
  ) {
    super(`${program} ended with ${signal ?? `code ${exitCode}`}: ${output.slice(-500)}`, options);
    this.name = 'ProgramError';
  }

  /**
   * Whether the program failed or crashed because of its input; false when it was killed or could not be
   * started.
   */
  get isCausedByInput(): boolean {
    const { exitCode } = this;
    return exitCode !== null && (exitCode < CANNOT_START || CRASHES.has(exitCode));
  }
}

/** Thrown when a program prints more than allowed. */
export class OutputLimitError extends Error {
  constructor(program: string, bytes: number) {
    super(`${program} printed more than ${bytes} bytes`);
    this.name = 'OutputLimitError';
  }
}

/** Thrown when a program runs longer than allowed. */
export class ProgramTimeoutError extends Error {
  constructor(program: string, milliseconds: number) {
    super(`${program} took longer than ${milliseconds} ms`);
    this.name = 'ProgramTimeoutError';
  }
}

export type Priority = 'normal' | 'low' | 'lowest';

/** Niceness (POSIX, nice). */
const NICENESS: Readonly<Record<Priority, number>> = { normal: 0, low: 10, lowest: 15 };

export interface ProgramOptions {
  /** Working folder, also the program's HOME and TMPDIR. */
  readonly dir: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** `low` and `lowest` leave the processors to other programs. They are for runs that take minutes. */
  readonly priority?: Priority;
  /** Bytes of address space. Allocations beyond it fail. */
  readonly maxMemory?: number;
  /** Maximum bytes that the program may print to standard output. */
  readonly maxPrinted?: number;
  readonly onLine: (line: string) => void;
  /** Reads standard output as bytes, instead of `onLine`. A failure ends the program. */
  readonly readOutput?: (output: Readable) => Promise<void>;
  /** Receives each line of error output. The program may still succeed. */
  readonly onErrorLine?: (line: string) => void;
}

/** Characters of error output that an error contains. */
const MAX_ERROR_OUTPUT_CHARS = 8000;

/** Score that makes the kernel kill the program before the worker when memory runs out (proc(5)). */
const OOM_SCORE = 800;

/**
 * Runs the program together with a watcher process that reads file descriptor 3. Only the Node process holds the other
 * end, which closes when the Node process exits or crashes. The watcher then kills the process group, so no orphan
 * continues to encode.
 */
const WATCHDOG_SCRIPT = `
{ echo ${OOM_SCORE} > /proc/self/oom_score_adj; } 2>/dev/null || :
if [ "$1" -gt 0 ]; then ulimit -v "$1" 2>/dev/null || :; fi; shift
"$@" 3<&- & program=$!
{ read -r _ <&3; kill -KILL 0; } >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait "$program"; status=$?
kill -KILL "$watcher" 2>/dev/null
exit "$status"`;

function environment(dir: string): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return {
    PATH,
    HOME: dir,
    TMPDIR: dir,
    LC_ALL: 'C',
    // glibc reserves 64 MB of address space for each thread with its own arena.
    MALLOC_ARENA_MAX: '2',
    ...(LD_LIBRARY_PATH ? { LD_LIBRARY_PATH } : {}),
  };
}

/**
 * Runs a program on an untrusted file, with a minimal environment and in its own process group. The group is killed
 * when the program takes too long, when the signal aborts, or when this process dies. Memory is limited where the
 * system supports it.
 *
 * @throws ProgramError, ProgramTimeoutError, OutputLimitError, or the signal's reason
 */
export function runProgram(program: string, args: readonly string[], options: ProgramOptions): Promise<void> {
  const { dir, signal, timeoutMs, onLine, readOutput, onErrorLine } = options;
  const { priority = 'normal', maxMemory = 0 } = options;
  const { maxPrinted = Number.POSITIVE_INFINITY } = options;
  const kilobytes = String(Math.ceil(maxMemory / 1024));
  const command = priority === 'normal' ? [program] : ['nice', '-n', String(NICENESS[priority]), program];
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const child = spawn('/bin/sh', ['-c', WATCHDOG_SCRIPT, 'sh', kilobytes, ...command, ...args], {
      cwd: dir,
      env: environment(dir),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    let output = '';
    let cause: unknown;
    const kill = (reason: unknown): void => {
      cause ??= reason;
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The group has already ended.
      }
    };
    const onAbort = () => kill(signal.reason);
    const timer = setTimeout(() => kill(new ProgramTimeoutError(program, timeoutMs)), timeoutMs);
    signal.addEventListener('abort', onAbort, { once: true });
    child.stdio[3]?.on('error', () => undefined);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-MAX_ERROR_OUTPUT_CHARS);
    });
    if (child.stderr && onErrorLine) createInterface({ input: child.stderr }).on('line', onErrorLine);
    let reading: Promise<void> | undefined;
    if (readOutput) reading = readOutput(child.stdout as Readable).catch(kill);
    else if (child.stdout) {
      let printed = 0;
      child.stdout.on('data', (bytes: Buffer) => {
        printed += bytes.length;
        if (printed > maxPrinted) kill(new OutputLimitError(program, maxPrinted));
      });
      createInterface({ input: child.stdout }).on('line', (line) => {
        try {
          onLine(line);
        } catch (error) {
          kill(error);
        }
      });
    }
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    child.once('error', (error) => {
      settle();
      reject(new ProgramError(program, null, null, error.message, { cause: error }));
    });
    child.once('close', async (code, ended) => {
      await reading;
      settle();
      if (cause !== undefined) reject(cause);
      else if (code === 0) resolve();
      else reject(new ProgramError(program, code, ended, output));
    });
  });
}
