import { execFile } from 'node:child_process';
import type { CommandOutcome } from './run-in-process.js';

/**
 * Runs a program of Node in a process of its own, with the variables that every process needs.
 *
 * @param args its file and arguments
 * @param env variables besides those
 * @param input standard input
 */
export function runNode(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input?: Buffer,
): Promise<CommandOutcome> {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  const needed = { PATH, ...(LD_LIBRARY_PATH ? { LD_LIBRARY_PATH } : {}) };
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      args,
      { env: { ...needed, ...env }, encoding: 'buffer', maxBuffer: 2 ** 28 },
      (error, stdout, stderr) => done({ code: Number(error?.code ?? 0), stdout, stderr: stderr.toString() }),
    );
    // A command may stop reading before the end.
    child.stdin?.on('error', () => undefined).end(input);
  });
}
