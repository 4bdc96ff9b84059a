import {
  limits,
  type SettingName,
  type SettingsHistoryEntry,
  type SettingsHistoryPage,
  settingsRoutes,
} from '@secure-preview/contracts';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';
import { cursorPart, type ExportSource, listOptions } from '../../../lib/list-page.js';
import { retried } from '../../../lib/retried.js';

/** Key of all lists of changes. */
export const settingsHistoryLists = [settingsRoutes.history.path] as const;

export interface HistoryFilter {
  /** Part of a value or of the name of an administrator; empty to match all. */
  q: string;
  name: SettingName | '';
}
export const allChanges: HistoryFilter = { q: '', name: '' };

const queryOf = ({ q, name }: HistoryFilter, cursor: string | null) => ({
  q,
  ...(name === '' ? {} : { name }),
  ...cursorPart(cursor),
});

/** Pages of changes of the settings, newest first. */
export const settingsHistoryQuery = (filter: HistoryFilter) =>
  infiniteQueryOptions({
    ...listOptions,
    queryKey: [...settingsHistoryLists, filter],
    queryFn: ({ pageParam, signal }): Promise<SettingsHistoryPage> =>
      call(settingsRoutes.history, { query: queryOf(filter, pageParam) }, { signal }),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

/** One changed setting in an export. */
interface ExportedChange extends Pick<SettingsHistoryEntry, 'version' | 'at' | 'byName'> {
  setting: string;
  /** Language of a text of the terms. */
  language: string | null;
  /** Null for the default, empty for a removed value. */
  from: string | null;
  to: string | null;
}

type Value = SettingsHistoryEntry['changes'][number]['from'];
const textOf = (value: Value) => (Array.isArray(value) ? value.join(', ') : value);

const exportedChanges = ({ changes, version, at, byName }: SettingsHistoryEntry): ExportedChange[] =>
  changes.map(({ name, language = null, from, to }) => ({
    version,
    at,
    byName,
    setting: name,
    language,
    from: textOf(from),
    to: textOf(to),
  }));

/** Returns the changed settings that match a filter, for an export. */
export const exportedHistory = (filter: HistoryFilter): ExportSource<ExportedChange> => ({
  name: 'settings-history',
  columns: ['version', 'at', 'byName', 'setting', 'language', 'from', 'to'],
  readPage: async (cursor, signal) => {
    const query = { ...queryOf(filter, cursor), limit: limits.access.page.max };
    const request = () => call(settingsRoutes.history, { query }, { signal });
    const { entries, total, nextCursor } = await retried(request, signal);
    const rows = entries.flatMap(exportedChanges);
    // An estimate: the list counts changes, each of which may concern several settings.
    return { rows, total: Math.round((total * rows.length) / Math.max(1, entries.length)), nextCursor };
  },
});
