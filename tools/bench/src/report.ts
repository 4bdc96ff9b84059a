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

const resultsDir = join(import.meta.dirname, '..', 'results');
const columns = ['name', 'value', 'unit', 'baseline', 'ratio', 'goal', 'met'] as const;

function cell(value: Row[keyof Row]): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'MISSED';
  if (typeof value === 'string') return value;
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(Math.abs(value) >= 100 ? 0 : 2);
}

/** Formats the rows as text in aligned columns, numbers to the right. */
export function table(rows: readonly Row[]): string {
  const lines = [columns.map(String), ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, index) => {
          const isNumber = ['value', 'baseline', 'ratio'].includes(columns[index] ?? '');
          return isNumber ? text.padStart(widths[index] ?? 0) : text.padEnd(widths[index] ?? 0);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/**
 * Prints the rows as a table if `print` is set, and writes them to `tools/bench/results/<name>.json`.
 * The process fails if a goal is missed.
 */
export async function report(name: string, rows: readonly Row[], print = true): Promise<void> {
  if (print) console.log(`\n${name}\n${table(rows)}`);
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
