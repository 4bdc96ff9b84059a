import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '@secure-preview/operations';
import { EnvironmentError } from '../environment/load-environment.js';
import { formatError } from '../errors/format-error.js';

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;
type Parsed<O extends OptionsConfig> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

/** Exit codes of every command. */
export const exitCode = {
  /** It did what it was asked. */
  done: 0,
  /** It failed, or it found something that is wrong. */
  failed: 1,
  /** It was asked for what it cannot understand; nothing was done. */
  usage: 2,
} as const;

/** One command of a service, for an administrator at a terminal. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** All ways to call it, its name first, and what they mean. */
  readonly usage: string;
  run(args: string[]): Promise<number>;
}

/** A command with typed options. `run` resolves with the exit code. */
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

/** Does the work; a failure is told as a sentence that begins with what has not come about. */
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
  return `Usage: portal <command>\n\n${lines.join('\n')}\n\nportal <command> --help tells more.\n`;
}

/** Node's own sentences on options end in advice that is of no use here. */
function usageErrorOf(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message;
  const { code, message } = error as { code?: unknown; message: string };
  if (typeof code !== 'string' || !code.startsWith('ERR_PARSE_ARGS_')) return undefined;
  return `${message.split('. ')[0]?.replace(/\.$/, '') ?? message}.`;
}

/**
 * Runs the command that the arguments name, and says in plain words what was wrong with them, or why it failed.
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
    if (name !== undefined) process.stderr.write(`There is no command “${name}”.\n\n`);
    process.stderr.write(listOf(commands));
    return exitCode.usage;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(`${chosen.summary}.\n\n${chosen.usage.trim()}\n`);
    return exitCode.done;
  }
  try {
    return await chosen.run(rest);
  } catch (error) {
    const usageError = usageErrorOf(error);
    if (usageError !== undefined) {
      process.stderr.write(`${usageError}\n\n${chosen.usage.trim()}\n`);
      return exitCode.usage;
    }
    // The reader of our output, such as `head`, has seen enough.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return exitCode.done;
    const sentence = error instanceof EnvironmentError ? error.message : formatError(error);
    process.stderr.write(`${sentence}\n`);
    return exitCode.failed;
  }
}
