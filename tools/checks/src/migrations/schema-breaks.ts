import type { Column, Schema, Table } from './schema.js';

function columnBreaks(before: Column, now: Column | undefined): string[] {
  if (now === undefined) return ['was removed'];
  const lost = [...before.rights].filter((right) => !now.rights.includes(right));
  return [
    ...(now.type === before.type ? [] : [`is ${now.type}, was ${before.type}`]),
    ...(before.nullable && !now.nullable ? ['became NOT NULL, but old code may omit it'] : []),
    ...(!before.nullable && now.nullable ? ['became nullable, which old code does not expect'] : []),
    ...(before.hasDefault && !now.hasDefault && !now.nullable ? ['lost its default'] : []),
    ...(lost.length === 0 ? [] : [`lost privileges (${lost.join('')})`]),
  ];
}

function tableBreaks(before: Table, now: Table): string[] {
  const added = Object.entries(now.columns).filter(([name]) => !(name in before.columns));
  const missingIn = (keys: readonly string[], others: readonly string[]) =>
    keys.filter((key) => !others.includes(key));
  const newColumns = added
    .filter(([, { nullable, hasDefault }]) => !nullable && !hasDefault)
    .map(([name]) => name);
  return [
    ...Object.entries(before.columns).flatMap(([name, column]) =>
      columnBreaks(column, now.columns[name]).map((finding) => `.${name} ${finding}`),
    ),
    ...newColumns.map((name) => `.${name} is a new NOT NULL column without a default`),
    ...missingIn(before.unique, now.unique).map((key) => ` is no longer unique by ${key}`),
    // Code that does not write new columns cannot violate their uniqueness, unless their default repeats.
    ...missingIn(now.unique, before.unique).map((key) => ` became unique by ${key}`),
    ...Object.entries(before.values).flatMap(([check, values]) =>
      missingIn(values, now.values[check] ?? values).map((value) => ` rejects '${value}' (${check})`),
    ),
    ...(before.mayDelete && !now.mayDelete ? [' no longer allows deletion'] : []),
  ];
}

/**
 * Lists changes that break code of an earlier schema on a later one. Does not detect new checks that reject rows of
 * the earlier code.
 */
export function schemaBreaks(before: Schema, now: Schema): string[] {
  return Object.entries(before).flatMap(([name, table]) => {
    const current = now[name];
    return current === undefined
      ? [`${name} was removed`]
      : tableBreaks(table, current).map((finding) => name + finding);
  });
}
