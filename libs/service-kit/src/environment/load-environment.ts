import { readFileSync } from 'node:fs';
import { problemLines, type SettingProblem, settingsReport } from '@secure-preview/operations';
import * as z from 'zod';

type Source = Readonly<Record<string, string | undefined>>;

/** Error that lists every invalid setting. */
export class EnvironmentError extends Error {
  constructor(readonly problems: readonly SettingProblem[]) {
    super(settingsReport(problems));
    this.name = 'EnvironmentError';
  }

  get lines(): readonly string[] {
    return problemLines(this.problems);
  }
}

interface Variable {
  readonly value?: string;
  /** Source of the value. */
  readonly origin: Pick<SettingProblem, 'variable' | 'file'>;
  /** Reason for a missing value. */
  readonly rule?: string;
}

/** Removes the final line break of a file, or of a variable that Kubernetes fills from a file. */
const withoutLineBreak = (text: string | undefined) => text?.replace(/\r?\n$/, '') || undefined;

/** Reads `NAME`, or the file that `NAME_FILE` names. An empty value or file counts as unset. */
function readVariable(name: string, source: Source): Variable {
  const value = withoutLineBreak(source[name]);
  const file = source[`${name}_FILE`];
  if (!file) return value === undefined ? { origin: {} } : { value, origin: { variable: name } };
  if (value !== undefined)
    return { origin: { variable: name }, rule: `must not be set together with ${name}_FILE` };
  const origin = { variable: `${name}_FILE`, file };
  try {
    const content = withoutLineBreak(readFileSync(file, 'utf8'));
    return content === undefined ? { origin } : { value: content, origin };
  } catch {
    return { origin, rule: 'must be in a readable file' };
  }
}

function parse<S extends z.ZodObject>(schema: S, source: Source) {
  const names = Object.keys(schema.shape);
  const variables = new Map(names.map((name) => [name, readVariable(name, source)]));
  const values = Object.fromEntries([...variables].map(([name, { value }]) => [name, value]));
  const result = schema.safeParse(values);
  const rules = new Map<string, string>();
  for (const [name, { rule }] of variables) if (rule !== undefined) rules.set(name, rule);
  for (const { path, message } of result.error?.issues ?? []) {
    const name = String(path[0]);
    if (!rules.has(name)) rules.set(name, values[name] === undefined ? 'is required' : message);
  }
  const problems = [...rules].map(
    ([name, rule]): SettingProblem => ({ name, rule, ...variables.get(name)?.origin }),
  );
  return { data: result.data, problems };
}

/**
 * Reads a process's settings once, at start.
 *
 * @param schema object whose keys are variable names
 * @throws EnvironmentError when any setting is missing or invalid
 */
export function loadEnvironment<S extends z.ZodObject>(schema: S, source: Source = process.env): z.output<S> {
  const { data, problems } = parse(schema, source);
  if (data === undefined || problems.length > 0) throw new EnvironmentError(problems);
  return data;
}

/** Returns the function that checks an application's settings before any of its processes starts. */
export function settingsCheck(schema: z.ZodObject): (source: Source) => readonly SettingProblem[] {
  return (source) => parse(schema, source).problems;
}
