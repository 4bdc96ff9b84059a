import { execFile } from 'node:child_process';
import type { CommandOutcome } from './run-in-process.js';

/**
 * Runs a Node program in a new process, with the variables that every process needs.
 *
 * @param args file and arguments of the program
 * @param env additional variables
 * @param input standard input
 */
export function runNode(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input?: Buffer,
): Promise<CommandOutcome> {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  const required = { PATH, ...(LD_LIBRARY_PATH ? { LD_LIBRARY_PATH } : {}) };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      args,
      { env: { ...required, ...env }, encoding: 'buffer', maxBuffer: 2 ** 28 },
      (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), stdout, stderr: stderr.toString() }),
    );
    // A command may stop reading before the end of its input.
    child.stdin?.on('error', () => undefined).end(input);
  });
}
