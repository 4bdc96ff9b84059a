/** One line of Prometheus's text format. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g;

/** Parses Prometheus's text format. @throws Error at an invalid line */
export function samplesOf(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = LINE.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Error(`not a sample: ${line}`);
      const pairs = [...labels.matchAll(LABEL)].map(([, key, text]) => [key, text] as const);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });
}

/** Returns the sum of the samples with this name and these labels; undefined when there are none. */
export function sumOf(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const samples = samplesOf(text).filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return samples.length === 0 ? undefined : samples.reduce((sum, { value }) => sum + value, 0);
}
