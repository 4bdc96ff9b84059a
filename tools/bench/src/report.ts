import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One measured figure. */
export interface Row {
  name: string;
  value: number;
  /** Unit of `value` and `baseline`. */
  unit: string;
  /** Value of the other side of the comparison, measured in the same run. */
  baseline?: number;
  /** `value` divided by `baseline`, or the median of that quotient over paired rounds. */
  ratio?: number;
  /** The goal as text: "≥ 0.9 ×". Absent if the value has no goal. */
  goal?: string;
  /** Whether the goal is met; set with `goal`. */
  met?: boolean;
}

/** A figure with its goal, and the benchmark that measured it. */
type GoalRow = Row & { benchmark: string };

/** Figures of this run that have a goal, by benchmark and name. */
const goals = new Map<string, GoalRow>();

const resultsDir = join(import.meta.dirname, '..', 'results');
const columns = ['name', 'value', 'unit', 'baseline', 'ratio', 'goal', 'met'] as const;
const goalColumns = ['benchmark', 'name', 'value', 'unit', 'ratio', 'goal', 'met'] as const;
const numbers: readonly string[] = ['value', 'baseline', 'ratio'];

function cell(value: Row[keyof Row]): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'MISSED';
  if (typeof value === 'string') return value;
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(Math.abs(value) >= 100 ? 0 : 2);
}

function align<R>(titles: readonly (keyof R & string)[], rows: readonly R[]): string {
  const cells = rows.map((row) => titles.map((title) => cell(row[title] as Row[keyof Row])));
  const lines = [titles.map(String), ...cells];
  const widths = titles.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, index) => {
          const isNumber = numbers.includes(titles[index] ?? '');
          return isNumber ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats the rows as text in aligned columns, numbers to the right. */
export const table = (rows: readonly Row[]): string => align<Row>(columns, rows);

/** Keeps the rows that have a goal for `goalTable`. A later report of the same figure replaces the earlier one. */
export function collectGoals(benchmark: string, rows: readonly Row[]): void {
  for (const row of rows) {
    if (row.goal !== undefined) goals.set(`${benchmark} ${row.name}`, { ...row, benchmark });
  }
}

/** Formats all goals of this run, missed goals first, with their number. Returns '' without goals. */
export function goalTable(): string {
  const rows = [...goals.values()].sort((a, b) => Number(a.met) - Number(b.met));
  if (rows.length === 0) return '';
  const met = rows.filter((row) => row.met).length;
  return `Goals: ${met} of ${rows.length} met\n${align<GoalRow>(goalColumns, rows)}`;
}

/**
 * Adds a goal to a row, and whether it is met.
 *
 * @param sign whether the figure may be at most or at least `limit`
 * @param compared the figure that has the goal
 */
export function withGoal(
  row: Row,
  sign: '≤' | '≥',
  limit: number,
  compared: 'value' | 'ratio' = 'value',
): Row {
  const figure = row[compared] ?? Number.NaN;
  const met = sign === '≤' ? figure <= limit : figure >= limit;
  return { ...row, goal: `${sign} ${limit}${compared === 'ratio' ? ' ×' : ''}`, met };
}

/**
 * Prints the rows as a table if `print` is set, and writes them to `tools/bench/results/<name>.json`.
 * The process fails if a goal is missed.
 */
export async function report(name: string, rows: readonly Row[], print = true): Promise<void> {
  if (print) console.log(`\n${name}\n${table(rows)}`);
  collectGoals(name, rows);
  if (rows.some(({ met }) => met === false)) process.exitCode = 1;
  await mkdir(resultsDir, { recursive: true });
  const result = { name, measuredAt: new Date().toISOString(), node: process.version, rows };
  await writeFile(join(resultsDir, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
}

/** Returns the median; for an even number of values, the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)];
  const lower = sorted[Math.ceil(middle) - 1];
  if (upper === undefined || lower === undefined) throw new Error('The median of an empty list is undefined');
  return (upper + lower) / 2;
}
