import type { Column, Schema, Table } from './schema.js';
import { schemaBreaks } from './schema-breaks.js';

const column = (overrides: Partial<Column> = {}): Column => ({
  type: 'text',
  nullable: false,
  hasDefault: false,
  rights: 'SI',
  ...overrides,
});
const table: Table = {
  columns: {
    id: column({ type: 'uuid' }),
    note: column({ nullable: true }),
    at: column({ hasDefault: true }),
  },
  unique: ['id'],
  values: { trailer_status_check: ['processing', 'ready'] },
  mayDelete: true,
};
const before: Schema = { 'media.trailer': table };
const now = (overrides: Partial<Table>): Schema => ({ 'media.trailer': { ...table, ...overrides } });
const withColumn = (name: string, overrides: Partial<Column>) =>
  now({ columns: { ...table.columns, [name]: column({ ...table.columns[name], ...overrides }) } });
const withoutColumn = () => {
  const { note: _, ...columns } = table.columns;
  return now({ columns });
};

it.each<[string, Schema]>([
  ['another table', { ...before, 'media.film': table }],
  ['a column that may be empty', withColumn('size', { nullable: true })],
  ['a column with a default', withColumn('size', { hasDefault: true })],
  ['a further value', now({ values: { trailer_status_check: ['failed', 'processing', 'ready'] } })],
  ['a removed check', now({ values: {} })],
  ['more rights', withColumn('note', { rights: 'SIU' })],
])('accepts %s', (_name, schema) => {
  expect(schemaBreaks(before, schema)).toEqual([]);
});

it.each<[string, Schema]>([
  ['media.trailer was removed', {}],
  ['.note was removed', withoutColumn()],
  ['.note is integer, was text', withColumn('note', { type: 'integer' })],
  ['.note became NOT NULL, but old code may omit it', withColumn('note', { nullable: false })],
  ['.id became nullable, which old code does not expect', withColumn('id', { nullable: true })],
  ['.at lost its default', withColumn('at', { hasDefault: false })],
  ['.note lost privileges (I)', withColumn('note', { rights: 'S' })],
  ['.owner is a new NOT NULL column without a default', withColumn('owner', {})],
  ['is no longer unique by id', now({ unique: ['at, id'] })],
  ['became unique by note', now({ unique: ['id', 'note'] })],
  [`rejects 'processing' (trailer_status_check)`, now({ values: { trailer_status_check: ['ready'] } })],
  ['no longer allows deletion', now({ mayDelete: false })],
])('reports the break "%s"', (finding, schema) => {
  expect(schemaBreaks(before, schema)).toContainEqual(expect.stringContaining(finding));
});
