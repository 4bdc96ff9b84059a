import { readFileSync } from 'node:fs';
import * as z from 'zod';

type Source = Readonly<Record<string, string | undefined>>;

/** One line for each bad variable. Values are never part of it, since any may be a secret. */
export class EnvironmentError extends Error {
  constructor(readonly lines: readonly string[]) {
    super(`The environment is not valid:\n${lines.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'EnvironmentError';
  }
}

/**
 * `NAME`, or the content of the file that `NAME_FILE` names; empty counts as unset. Less its trailing line break, which
 * files have, and variables that Kubernetes fills from one: the same secret would be another one by it.
 */
function readVariable(name: string, source: Source): { value: string | undefined } | { problem: string } {
  const value = source[name];
  const file = source[`${name}_FILE`];
  if (value && file) return { problem: `${name} and ${name}_FILE are both set` };
  const withoutBreak = (text: string | undefined) => text?.replace(/\r?\n$/, '') || undefined;
  if (!file) return { value: withoutBreak(value) };
  try {
    return { value: withoutBreak(readFileSync(file, 'utf8')) };
  } catch {
    return { problem: `${name}_FILE names a file that cannot be read` };
  }
}

/**
 * Reads a process's settings once, at start.
 *
 * @param schema object whose keys are variable names
 * @throws EnvironmentError when any variable is missing or wrong
 */
export function loadEnvironment<S extends z.ZodObject>(schema: S, source: Source = process.env): z.output<S> {
  const values: Record<string, string> = {};
  const problems = new Map<string, string>();
  for (const name of Object.keys(schema.shape)) {
    const read = readVariable(name, source);
    if ('problem' in read) problems.set(name, read.problem);
    else if (read.value !== undefined) values[name] = read.value;
  }
  const result = schema.safeParse(values);
  if (!result.success) {
    for (const issue of result.error.issues) {
      const name = String(issue.path[0]);
      const missing = !(name in values);
      if (!problems.has(name))
        problems.set(name, missing ? `${name} is required` : `${name}: ${issue.message}`);
    }
  }
  if (problems.size > 0 || !result.success) throw new EnvironmentError([...problems.values()]);
  return result.data;
}
