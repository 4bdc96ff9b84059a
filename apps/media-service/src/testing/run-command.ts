import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCli } from '@secure-preview/service-kit';
import { runInProcess, runNode } from '@secure-preview/testing';
import { commands } from '../cli/commands.js';

const program = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist', 'bundle', 'cli', 'main.js');

/** Runs a command of this service in the process of the test. */
export const runCommand = (args: readonly string[], env: NodeJS.ProcessEnv, input?: Buffer) =>
  runInProcess(() => runCli(commands, args), env, input);

/** Runs the built command in a child process. */
export const runBuiltCommand = (args: readonly string[], env: NodeJS.ProcessEnv, input?: Buffer) =>
  runNode([program, ...args], env, input);
