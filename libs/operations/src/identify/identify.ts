import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { CommandService } from '../commands.js';
import { type Programs, serviceEnvironment } from '../run-service.js';
import { identifyArgs } from './identify-args.js';

interface Outcome {
  readonly code: number;
  readonly output: Buffer;
}

/** Runs a command of a service, and collects its output. */
async function outputOf(
  programs: Programs,
  service: CommandService,
  args: readonly string[],
): Promise<Outcome> {
  const child = spawn(process.execPath, [programs.cli(service), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: serviceEnvironment(service, programs.env),
  });
  const exited = new Promise<number>((settle, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => settle(code ?? 1));
  });
  const [code, output] = await Promise.all([exited, buffer(child.stdout)]);
  return { code, output };
}

/** Runs a command of a service in this terminal, with an input. @returns its exit code */
async function runWithInput(
  programs: Programs,
  service: CommandService,
  args: readonly string[],
  input: Buffer,
): Promise<number> {
  const child = spawn(process.execPath, [programs.cli(service), ...args], {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: serviceEnvironment(service, programs.env),
  });
  const exited = new Promise<number>((settle, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => settle(code ?? 1));
  });
  // A command that ends early closes its input, which its exit code explains.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return exited;
}

/**
 * Reads a file in media-service, which knows codewords but no people, and has analytics-service name the people, which
 * knows no codewords.
 *
 * @returns the exit code
 */
export async function identify(args: readonly string[], programs: Programs): Promise<number> {
  const { file, json } = identifyArgs(args);
  const { code, output } = await outputOf(programs, 'media-service', ['identify-copy', resolve(file)]);
  if (code !== 0) return code;
  return runWithInput(programs, 'analytics-service', ['name-copies', ...(json ? ['--json'] : [])], output);
}
