import type { Shape } from '@secure-preview/contracts/openapi';

export interface FieldRow {
  /** Path from the body, as in `viewer.name` and `captions[].id`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

const code = (value: unknown) => `\`${JSON.stringify(value)}\``;
/** Larger bounds are only the limits of the number type. */
const isSafe = (bound: unknown): bound is number =>
  typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

/** Returns "1 to 200 characters", "at most 500", "at least 0" or nothing. */
function range(min: unknown, max: unknown, unit: string): string[] {
  const [from, to] = [isSafe(min) ? min : undefined, isSafe(max) ? max : undefined];
  if (from === undefined && to === undefined) return [];
  const text =
    from === undefined ? `at most ${to}` : to === undefined ? `at least ${from}` : `${from} to ${to}`;
  return [`${text}${unit}`];
}

function kindOf(shape: Shape): string {
  if (shape.type === 'array') {
    return shape.items
      ? `array of ${typeOf(shape.items)}`
      : `[${(shape.prefixItems ?? []).map(typeOf).join(', ')}]`;
  }
  const values = shape.additionalProperties;
  if (shape.type === 'object' && typeof values === 'object') return `object of ${typeOf(values)}`;
  return shape.format ?? ([shape.type ?? 'anything'].flat() as string[]).join(' or ');
}

/** Maximum length of a pattern to show. */
const PATTERN_LENGTH = 30;

const patternOf = ({ format, pattern }: Shape) =>
  format === undefined && pattern !== undefined && pattern.length <= PATTERN_LENGTH
    ? [`matches \`${pattern}\``]
    : [];

/** Returns the type of a shape with its limits, as in "string, 1 to 200 characters". */
export function typeOf(shape: Shape): string {
  if (shape.anyOf) return shape.anyOf.map(typeOf).join(' or ');
  if ('const' in shape) return code(shape.const);
  if (shape.enum) return shape.enum.map(code).join(' or ');
  return [
    kindOf(shape),
    ...range(shape['minLength'], shape['maxLength'], ' characters'),
    ...(shape.prefixItems ? [] : range(shape['minItems'], shape['maxItems'], ' items')),
    ...range(shape['minimum'], shape['maximum'], ''),
    ...patternOf(shape),
    ...('exclusiveMinimum' in shape ? [`greater than ${shape['exclusiveMinimum']}`] : []),
    ...('default' in shape ? [`default ${code(shape['default'])}`] : []),
  ].join(', ');
}

/** Returns one row for each field of a shape; nested fields follow their parent. */
export function fieldRows(shape: Shape, prefix = ''): FieldRow[] {
  const alternatives = (shape.anyOf ?? []).flatMap((alternative) => fieldRows(alternative, prefix));
  const items = shape.items ? fieldRows(shape.items, `${prefix}[]`) : [];
  const properties = Object.entries(shape.properties ?? {}).flatMap(([field, value]) => {
    const name = prefix === '' ? field : `${prefix}.${field}`;
    return [
      { name, type: typeOf(value), required: shape.required?.includes(field) ?? false },
      ...fieldRows(value, name),
    ];
  });
  return [...alternatives, ...items, ...properties];
}
