/** A setting that cannot be used. Its value is never included: it may be a secret. */
export interface SettingProblem {
  readonly name: string;
  /** Rule, phrased to follow the name, such as "must be a number". */
  readonly rule: string;
  /** Variable that contains the value, such as NAME or NAME_FILE; undefined if none is set. */
  readonly variable?: string;
  /** File that NAME_FILE names. */
  readonly file?: string;
}

/** Returns where a variable was set, such as "the environment". */
export type SourceOf = (variable: string) => string;

function origin({ variable, file }: SettingProblem, sourceOf: SourceOf): string {
  if (variable === undefined) return 'not set';
  return file === undefined
    ? `set in ${sourceOf(variable)}`
    : `read from ${file}, which ${variable} names in ${sourceOf(variable)}`;
}

/** Returns one line for each setting: its name, the rule that it breaks, and the source of its value. */
export function problemLines(
  problems: readonly SettingProblem[],
  sourceOf: SourceOf = () => 'the environment',
): string[] {
  return problems.map((problem) => `${problem.name}: ${problem.rule} (${origin(problem, sourceOf)})`);
}

/** Returns the list that an operator reads when settings cannot be used. */
export function settingsReport(problems: readonly SettingProblem[], sourceOf?: SourceOf): string {
  const lines = problemLines(problems, sourceOf).map((line) => `  ${line}`);
  return ['These settings cannot be used:', ...lines, '.env.example describes every setting.'].join('\n');
}
