import type { Shape } from '@secure-preview/contracts/openapi';

/** Limits of values, and whether a reader accepts the limit of a writer. */
const LIMITS: readonly [name: string, fits: (reader: number, writer: number) => boolean][] = [
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems'].map(
    (name) => [name, (reader: number, writer: number) => reader <= writer] as const,
  ),
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'].map(
    (name) => [name, (reader: number, writer: number) => reader >= writer] as const,
  ),
].map(([name, fits]) => [name, fits]);

interface Comparison {
  readonly reader: Shape;
  readonly writer: Shape;
  readonly path: string;
  /** Whether to compare values, such as enum members and text lengths, besides fields and types. */
  readonly values: boolean;
}

/** Splits a shape with several types into shapes of one type. */
function alternatives(shape: Shape): Shape[] {
  const { anyOf, type, ...rest } = shape;
  if (anyOf) return anyOf.flatMap(alternatives);
  if (Array.isArray(type)) return (type as readonly string[]).map((member) => ({ ...rest, type: member }));
  return [shape];
}

const enumOf = (shape: Shape): readonly unknown[] | undefined =>
  'const' in shape ? [shape.const] : shape.enum;

function valueFindings({ reader, writer, path }: Comparison): string[] {
  const [readable, written] = [enumOf(reader), enumOf(writer)];
  if (readable) {
    const unknown = written?.filter((value) => !readable.includes(value)) ?? ['any value'];
    return unknown.map((value) => `${path}: ${JSON.stringify(value)} is not understood`);
  }
  const findings: string[] = [];
  for (const [name, fits] of LIMITS) {
    const [limit, writerLimit] = [reader[name], writer[name]] as [number | undefined, number | undefined];
    if (limit !== undefined && (writerLimit === undefined || !fits(limit, writerLimit))) {
      findings.push(`${path}: ${name} ${writerLimit ?? 'none'} is more than ${limit}`);
    }
  }
  for (const name of ['format', 'pattern'] as const) {
    if (written === undefined && reader[name] !== undefined && reader[name] !== writer[name]) {
      findings.push(`${path}: ${name} differs`);
    }
  }
  return findings;
}

function objectFindings({ reader, writer, path, values }: Comparison): string[] {
  const [read = {}, written = {}] = [reader.properties, writer.properties];
  const missing = (reader.required ?? []).filter((name) => !writer.required?.includes(name));
  const isStrict = reader.additionalProperties === false;
  return [
    ...missing.map((name) => `${path}.${name}: may be missing`),
    ...(isStrict ? [`${path}: rejects unknown fields`] : []),
    ...Object.entries(read).flatMap(([name, shape]) => {
      const sent = written[name];
      return sent === undefined
        ? []
        : findingsOf({ reader: shape, writer: sent, path: `${path}.${name}`, values });
    }),
  ];
}

function listFindings({ reader, writer, path, values }: Comparison): string[] {
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

function simpleFindings(comparison: Comparison): string[] {
  const { reader, writer, path, values } = comparison;
  if (reader.type === undefined && enumOf(reader) === undefined) return [];
  const isSameType = reader.type === writer.type || (reader.type === 'number' && writer.type === 'integer');
  if (!isSameType) return [`${path}: ${String(writer.type)} instead of ${String(reader.type)}`];
  if (reader.type === 'object') return objectFindings(comparison);
  return [
    ...(values ? valueFindings(comparison) : []),
    ...(reader.type === 'array' ? listFindings(comparison) : []),
  ];
}

/**
 * Lists values that a writer may send but a reader rejects, with their paths. Empty when the shapes are
 * compatible.
 */
export function findingsOf({ reader, writer, path, values }: Comparison): string[] {
  const readers = alternatives(reader);
  return alternatives(writer).flatMap((sent) => {
    const attempts = readers.map((alternative) =>
      simpleFindings({ reader: alternative, writer: sent, path, values }),
    );
    return attempts.some((findings) => findings.length === 0)
      ? []
      : // The findings of the matching type are the most specific.
        (attempts
          .sort((a, b) => a.length - b.length)
          .find((findings) => !/ instead of /.test(findings[0] ?? '')) ??
          attempts[0] ??
          []);
  });
}
