import type { Shape } from '@secure-preview/contracts/openapi';

/** Limits of values, and which limits of a writer a reader accepts. */
const LIMITS: readonly [name: string, fits: (reader: number, writer: number) => boolean][] = [
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems'].map(
    (name) => [name, (reader: number, writer: number) => reader <= writer] as const,
  ),
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'].map(
    (name) => [name, (reader: number, writer: number) => reader >= writer] as const,
  ),
].map(([name, fits]) => [name, fits]);

interface Question {
  readonly reader: Shape;
  readonly writer: Shape;
  readonly path: string;
  /** Compares values too: list members and text lengths. Otherwise only the fields and their kinds. */
  readonly values: boolean;
}

/** Splits a shape of several kinds into shapes of one kind each. */
function alternatives(shape: Shape): Shape[] {
  const { anyOf, type, ...rest } = shape;
  if (anyOf) return anyOf.flatMap(alternatives);
  if (Array.isArray(type)) return (type as readonly string[]).map((one) => ({ ...rest, type: one }));
  return [shape];
}

const listed = (shape: Shape): readonly unknown[] | undefined =>
  'const' in shape ? [shape.const] : shape.enum;

function valueFaults({ reader, writer, path }: Question): string[] {
  const [readable, written] = [listed(reader), listed(writer)];
  if (readable) {
    const unknown = written?.filter((value) => !readable.includes(value)) ?? ['any value'];
    return unknown.map((value) => `${path}: ${JSON.stringify(value)} is not understood`);
  }
  const findings: string[] = [];
  for (const [name, fits] of LIMITS) {
    const [limit, own] = [reader[name], writer[name]] as [number | undefined, number | undefined];
    if (limit !== undefined && (own === undefined || !fits(limit, own))) {
      findings.push(`${path}: ${name} ${own ?? 'none'} is more than ${limit}`);
    }
  }
  for (const name of ['format', 'pattern'] as const) {
    if (written === undefined && reader[name] !== undefined && reader[name] !== writer[name]) {
      findings.push(`${path}: ${name} is another one`);
    }
  }
  return findings;
}

function objectFaults({ reader, writer, path, values }: Question): string[] {
  const [read = {}, written = {}] = [reader.properties, writer.properties];
  const missing = (reader.required ?? []).filter((name) => !writer.required?.includes(name));
  const strict = reader.additionalProperties === false;
  return [
    ...missing.map((name) => `${path}.${name}: may be missing`),
    ...(strict ? [`${path}: refuses fields that it does not know`] : []),
    ...Object.entries(read).flatMap(([name, shape]) => {
      const sent = written[name];
      return sent === undefined
        ? []
        : findingsOf({ reader: shape, writer: sent, path: `${path}.${name}`, values });
    }),
  ];
}

function listFaults({ reader, writer, path, values }: Question): string[] {
  const at = (shape: Shape, index: number) => shape.prefixItems?.[index] ?? shape.items;
  const positions = Math.max(reader.prefixItems?.length ?? 0, writer.prefixItems?.length ?? 0, 1);
  return Array.from({ length: positions }, (_, index) => {
    const [read, written] = [at(reader, index), at(writer, index)];
    if (read === undefined) return [];
    return written === undefined
      ? [`${path}[${index}]: may be missing`]
      : findingsOf({ reader: read, writer: written, path: `${path}[]`, values });
  }).flat();
}

function simpleFaults(question: Question): string[] {
  const { reader, writer, path, values } = question;
  if (reader.type === undefined && listed(reader) === undefined) return [];
  const same = reader.type === writer.type || (reader.type === 'number' && writer.type === 'integer');
  if (!same) return [`${path}: ${String(writer.type)} instead of ${String(reader.type)}`];
  if (reader.type === 'object') return objectFaults(question);
  return [...(values ? valueFaults(question) : []), ...(reader.type === 'array' ? listFaults(question) : [])];
}

/**
 * Lists values that a writer may send but a reader rejects, with their paths. Empty when the shapes are
 * compatible.
 */
export function findingsOf({ reader, writer, path, values }: Question): string[] {
  const readers = alternatives(reader);
  return alternatives(writer).flatMap((sent) => {
    const tries = readers.map((one) => simpleFaults({ reader: one, writer: sent, path, values }));
    return tries.some((findings) => findings.length === 0)
      ? []
      : // The issues of the matching kind are the most specific.
        (tries
          .sort((one, other) => one.length - other.length)
          .find((findings) => !/ instead of /.test(findings[0] ?? '')) ??
          tries[0] ??
          []);
  });
}
