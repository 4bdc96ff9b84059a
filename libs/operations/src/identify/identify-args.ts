import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { UsageError } from '../usage-error.js';

export interface IdentifyArgs {
  readonly file: string;
  /** Whether to print JSON instead of text. */
  readonly json: boolean;
}

/** Checks the file before anything is started. @throws UsageError when there is no such file */
function requireFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new UsageError(`The file ${file} does not exist.`, false);
  if (!found.isFile()) throw new UsageError(`${file} is not a file.`, false);
}

/** @throws UsageError */
export function identifyArgs(args: readonly string[]): IdentifyArgs {
  try {
    const options = { json: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [file, ...extra] = positionals;
    if (file === undefined || extra.length > 0) throw new UsageError('Specify one video file.');
    requireFile(file);
    return { file, json: values.json };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}
