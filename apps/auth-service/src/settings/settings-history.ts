import { isDeepStrictEqual } from 'node:util';
import { type SettingsHistoryEntry, settingNames } from '@secure-preview/contracts';
import { foldForSearch } from '../listing/fold-for-search.js';

/** Overrides by name, in which the texts of the terms are replaced by their SHA-256. */
export type ListedOverrides = Readonly<Record<string, unknown>>;

type Change = SettingsHistoryEntry['changes'][number];

function historyValue(value: unknown): Change['to'] {
  if (value === undefined) return null;
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(String) : JSON.stringify(value);
}

function termsChanges(from: unknown, to: unknown): Change[] {
  const [before, after] = [(from ?? {}) as Record<string, string>, (to ?? {}) as Record<string, string>];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((language) => before[language] !== after[language])
    .map((language) => ({
      name: 'termsTexts',
      language,
      from: before[language] ?? null,
      to: after[language] ?? null,
    }));
}

/** Returns what differs between two versions, in the order of the page; terms by language. */
export function changesBetween(before: ListedOverrides, after: ListedOverrides): Change[] {
  const names = new Set([...settingNames, ...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name): Change[] => {
    const [from, to] = [before[name], after[name]];
    if (isDeepStrictEqual(from, to)) return [];
    if (name === 'termsTexts') return termsChanges(from, to);
    return [{ name, from: historyValue(from), to: historyValue(to) }];
  });
}

export interface HistoryFilter {
  /** Part of a value or of the name of an administrator; empty to match all. */
  readonly search: string;
  /** Name of a setting; undefined for all. */
  readonly name: string | undefined;
}

/** Returns the part of an entry that a filter selects; undefined if there is none. */
export function selectedPart(
  entry: SettingsHistoryEntry,
  { search, name }: HistoryFilter,
): SettingsHistoryEntry | undefined {
  const changes = entry.changes.filter((change) => name === undefined || change.name === name);
  if (name !== undefined && changes.length === 0) return undefined;
  const texts = [entry.byName, ...changes.flatMap(({ from, to }) => [from, to].flat())];
  const isFound = texts.some((text) => foldForSearch(text ?? '').includes(search));
  return isFound ? { ...entry, changes } : undefined;
}
