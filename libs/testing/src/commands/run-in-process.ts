import { Readable, Writable } from 'node:stream';

export interface CommandOutcome {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

class Collector extends Writable {
  private readonly chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }

  collected(): Buffer {
    return Buffer.concat(this.chunks);
  }
}

/**
 * Runs a command in the test process, with separate variables and standard streams. This saves the CPU time for
 * loading modules in a new process. Only one command may run at a time. It may not call `process.exit`.
 *
 * @param run resolves with the exit code
 * @param env all environment variables of the command
 * @param input standard input
 */
export async function runInProcess(
  run: () => Promise<number>,
  env: NodeJS.ProcessEnv,
  input: Buffer = Buffer.alloc(0),
): Promise<CommandOutcome> {
  const [stdout, stderr] = [new Collector(), new Collector()];
  const replaced = { env, stdin: Readable.from([input]), stdout, stderr };
  const names = Object.keys(replaced) as (keyof typeof replaced)[];
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(process, name)] as const);
  for (const name of names) {
    Object.defineProperty(process, name, { value: replaced[name], configurable: true, writable: true });
  }
  try {
    const code = await run();
    return { code, stdout: stdout.collected(), stderr: stderr.collected().toString() };
  } finally {
    for (const [name, descriptor] of before) if (descriptor) Object.defineProperty(process, name, descriptor);
  }
}
