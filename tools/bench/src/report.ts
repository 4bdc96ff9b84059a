import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One measured figure. */
export interface Row {
  name: string;
  value: number;
  /** Of `value` and `baseline`. */
  unit: string;
  /** The same figure of what it is compared with, measured in the same run. */
  baseline?: number;
  /** `value` in relation to `baseline`; given where it is more than their quotient (a median of paired rounds). */
  ratio?: number;
  /** What is wanted, in words: "≥ 0.9 ×". Absent where a figure is reported only. */
  goal?: string;
  /** Whether the goal is met; given with `goal`. */
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

/** The rows as text in aligned columns, numbers to the right. */
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
 * Prints the rows as a table, unless there will be more, and writes them to `tools/bench/results/<name>.json`. The
 * process fails where a goal is missed.
 */
export async function report(name: string, rows: readonly Row[], print = true): Promise<void> {
  if (print) console.log(`\n${name}\n${table(rows)}`);
  if (rows.some(({ met }) => met === false)) process.exitCode = 1;
  await mkdir(resultsDir, { recursive: true });
  const result = { name, measuredAt: new Date().toISOString(), node: process.version, rows };
  await writeFile(join(resultsDir, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
}

/** The middle value; of an even number the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)];
  const lower = sorted[Math.ceil(middle) - 1];
  if (upper === undefined || lower === undefined) throw new Error('There is no median of nothing');
  return (upper + lower) / 2;
}
