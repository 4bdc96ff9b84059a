import { errorMonitor } from 'node:events';
import type { Writable } from 'node:stream';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type CommandService, type ServiceCommandName, UsageError } from '@secure-preview/operations';
import { EnvironmentError } from '../environment/load-environment.js';
import { formatError } from '../errors/format-error.js';

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends OptionsConfig> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

/** Exit codes of every command. */
export const exitCode = {
  /** The command succeeded. */
  done: 0,
  /** The command failed or found a problem. */
  failed: 1,
  /** The arguments were invalid; nothing was done. */
  usage: 2,
} as const;

/** One command of a service, for an administrator at a terminal. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** Forms of its arguments, and their meaning. */
  readonly usage: string;
  run(args: string[]): Promise<number>;
}

/** Commands of a service. The commands of `portal` are in `libs/operations/src/commands.ts`. */
export type ServiceCommands<S extends CommandService> = Readonly<Record<ServiceCommandName<S>, Command>>;

/** Creates a command with typed options. `run` resolves with the exit code. */
export function command<O extends OptionsConfig>(settings: {
  summary: string;
  usage: string;
  options: O;
  takesArguments?: boolean;
  run(values: Parsed<O>['values'], positionals: string[]): Promise<number>;
}): Command {
  const { summary, usage, options, takesArguments = false } = settings;
  const config = { options, allowPositionals: takesArguments, strict: true } satisfies ParseArgsConfig;
  return {
    summary,
    usage,
    run: (args) => {
      const { values, positionals } = parseArgs({ ...config, args }) as Parsed<O>;
      return settings.run(values, positionals);
    },
  };
}

/** Runs `work` and prefixes errors with `failure`, except errors of usage and settings, and closed pipes. */
export async function withErrorPrefix<T>(failure: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UsageError || error instanceof EnvironmentError) throw error;
    if ((error as NodeJS.ErrnoException)?.code === 'EPIPE') throw error;
    throw new Error(`${failure}: ${formatError(error)}`);
  }
}

function listOf(commands: Readonly<Record<string, Command>>): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length)) + 3;
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}${summary}`);
  return `Usage: portal <command>\n\n${lines.join('\n')}\n\nRun \`portal <command> --help\` for details.\n`;
}

/** Returns the message of a usage error. Removes the advice in Node's messages, which does not apply here. */
function usageErrorOf(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message;
  const { code, message } = error as { code?: unknown; message: string };
  if (typeof code !== 'string' || !code.startsWith('ERR_PARSE_ARGS_')) return undefined;
  return `${message.split('. ')[0]?.replace(/\.$/, '') ?? message}.`;
}

/**
 * Runs the requested command. Prints why arguments are invalid or why the command failed.
 *
 * @returns the exit code
 */
export async function runCli(
  commands: Readonly<Record<string, Command>>,
  args: readonly string[],
): Promise<number> {
  const [name, ...rest] = args;
  const chosen = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (chosen === undefined) {
    if (name === '--help' || name === 'help') {
      process.stdout.write(listOf(commands));
      return exitCode.done;
    }
    if (name !== undefined) process.stderr.write(`Unknown command “${name}”.\n\n`);
    process.stderr.write(listOf(commands));
    return exitCode.usage;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(`${chosen.summary}.\n\n${chosen.usage.trim()}\n`);
    return exitCode.done;
  }
  let outputError: unknown;
  const output: Writable = process.stdout;
  output.once(errorMonitor, (error) => {
    outputError = error;
  });
  try {
    return await chosen.run(rest);
  } catch (error) {
    const usageError = usageErrorOf(error);
    if (usageError !== undefined) {
      process.stderr.write(`${usageError}\n\n${chosen.usage.trim()}\n`);
      return exitCode.usage;
    }
    // The reader of the output, such as `head`, closed the pipe. Other EPIPE errors are failures of a connection.
    if (error === outputError && (error as NodeJS.ErrnoException).code === 'EPIPE') return exitCode.done;
    const sentence = error instanceof EnvironmentError ? error.message : formatError(error);
    process.stderr.write(`${sentence}\n`);
    return exitCode.failed;
  }
}
