import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { SourceOf } from '@secure-preview/operations';

/** Variable with the path of the `.env` file. `npm start` and `npm run portal` set it; tests do not. */
const FILE_VARIABLE = 'SECURE_PREVIEW_ENV_FILE';

function read(path: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Error(
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code}). Correct or remove it.`,
    );
  }
}

/** `NAME` and `NAME_FILE` are two forms of one setting. */
const settingOf = (name: string) => name.replace(/_FILE$/, '');

/**
 * Adds the settings of the `.env` file to `env`. Settings already in `env` take precedence.
 *
 * @returns where each variable was set
 */
export function addEnvFile(env: NodeJS.ProcessEnv): SourceOf {
  const path = env[FILE_VARIABLE];
  const present = new Set(Object.keys(env).map(settingOf));
  const added = Object.entries(path ? read(path) : {}).filter(([name]) => !present.has(settingOf(name)));
  Object.assign(env, Object.fromEntries(added));
  const names = new Set(added.map(([name]) => name));
  return (variable) => (path && names.has(variable) ? path : 'the environment');
}
