import { findFfmpeg } from '@secure-preview/embedded';
import { commandOf, type ExaminedService, runPortal } from '@secure-preview/operations';
import { findBackends } from './command/backends.js';
import { reportBadSettings } from './supervisor/check-settings.js';
import { builtFile } from './supervisor/services.js';
import { addEnvFile } from './system/env-file.js';

const PROGRAM = 'npm run portal --';
const files = {
  cli: (service: ExaminedService) => builtFile(process.env, service, 'cli', 'main.js'),
  settings: (service: ExaminedService) => builtFile(process.env, service, 'check-settings.js'),
};

/**
 * Returns the variables that services need in addition to those of this process. Reads the files in
 * `NAME_FILE` variables.
 */
function environment(found: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const defined = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
  for (const name of Object.keys(defined)) delete env[`${name}_FILE`];
  return { NODE_ENV: 'production', ...env, ...defined };
}

async function programs(): Promise<NodeJS.ProcessEnv> {
  const { ffmpeg, ffprobe } = await findFfmpeg((line) => console.error(line), process.env);
  return { FFMPEG_PATH: ffmpeg, FFPROBE_PATH: ffprobe };
}

async function main(args: string[]): Promise<number> {
  const sourceOf = addEnvFile(process.env);
  const command = commandOf(args);
  // Prints the help, or rejects an unknown command.
  if (command === undefined) return runPortal(args, PROGRAM, { ...files, env: process.env });
  const [name] = args;
  const badSettings = name === 'doctor' ? await reportBadSettings(process.env, sourceOf) : undefined;
  if (badSettings !== undefined) throw new Error(badSettings);
  const backends = await findBackends(process.env, { need: command.need, isRestore: name === 'restore' });
  try {
    const programPaths = name === 'doctor' || name === 'identify' ? await programs() : {};
    return await runPortal(args, PROGRAM, {
      ...files,
      env: environment({ ...backends.env, ...programPaths }),
    });
  } finally {
    await backends.release();
  }
}

// The terminal signals the command itself; this process stays alive to stop the servers.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => undefined);
// Awaited at the top level: Node ends with code 13, not 0, when a command never settles.
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
