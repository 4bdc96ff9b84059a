import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from './make-folder.js';

/** Returns a short random name for temporary files. */
export function randomName(): string {
  return randomBytes(6).toString('hex');
}

/** Returns the secret that an operator set: in the variable itself, or in the file that `NAME_FILE` names. */
export function configuredSecret(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name];
  if (value) return value;
  const file = env[`${name}_FILE`];
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    throw new Error(`${name}_FILE cannot be read: ${file}`);
  }
}

/**
 * Returns the secret of 256 random bits (URL-safe text) in `<dataDir>/secrets/<name>`, readable by its owner
 * alone. Generates it at the first call.
 */
export function persistentSecret(dataDir: string, name: string): string {
  const path = join(dataDir, 'secrets', name);
  makeFolder(dirname(path));
  const draft = `${path}.${randomName()}`;
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(path, 'utf8');
}
