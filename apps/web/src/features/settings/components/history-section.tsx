import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { Choice } from '../../../components/lists/choice.js';
import { ExportBar } from '../../../components/lists/export-bar.js';
import { ListEnd } from '../../../components/lists/list-end.js';
import { NothingFound } from '../../../components/lists/nothing-found.js';
import { LoadFailed, Loading } from '../../../components/ui/load-states.js';
import { Panel } from '../../../components/ui/panel.js';
import { SearchField } from '../../../components/ui/search-field.js';
import { timeZoneName } from '../../../lib/formats.js';
import { SEARCH_DELAY_MS } from '../../../lib/list-page.js';
import { useDebounced } from '../../../lib/use-debounced.js';
import { useSettingsPageMessages } from '../../../messages/settings-page/use-settings-page-messages.js';
import { allChanges, exportedHistory, settingsHistoryQuery } from '../api/settings-history.js';
import type { HistoryChange } from '../lib/setting-text.js';
import { HistoryEntries } from './history-entries.js';

interface HistorySectionProps {
  unlocked: boolean;
  locked: readonly string[];
  /** Puts the earlier value of a setting into the form. */
  onRestore: (change: HistoryChange) => void;
}

/** Lists the changes of the settings, newest first. */
export function HistorySection({ unlocked, locked, onRestore }: HistorySectionProps) {
  const messages = useSettingsPageMessages();
  const t = messages.settings;
  const [input, setInput] = useState(allChanges);
  const filter = { ...input, q: useDebounced(input.q.trim(), SEARCH_DELAY_MS) };
  const query = useInfiniteQuery({ ...settingsHistoryQuery(filter), enabled: unlocked });
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  const last = query.data?.pages.at(-1);
  const zone = timeZoneName(messages.locale);
  const isFiltered = filter.q !== '' || filter.name !== '' || input.q !== '';
  const isEmpty = last?.total === 0 && !isFiltered && !query.isPlaceholderData;
  return (
    <Panel
      title={t.sections.history}
      icon={<History aria-hidden="true" />}
      aside={zone && <p className="text-sm text-muted">{t.history.zoneNote(zone)}</p>}
    >
      {!isEmpty && (
        <div className="grid gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <SearchField
            label={t.history.searchLabel}
            value={input.q}
            onChange={(q) => setInput({ ...input, q })}
            busy={query.isFetching}
          />
          <Choice
            label={t.history.settingLabel}
            options={t.names}
            all={t.history.allSettings}
            value={input.name}
            onChange={(name) => setInput({ ...input, name })}
          />
        </div>
      )}
      {query.isPending ? (
        <Loading />
      ) : !last ? (
        <LoadFailed text={t.history.failed} query={query} />
      ) : isEmpty ? (
        <p className="text-muted">{t.history.empty}</p>
      ) : last.total === 0 ? (
        <NothingFound text={t.history.nothingFound} onClear={() => setInput(allChanges)} />
      ) : (
        <>
          <HistoryEntries entries={entries} locked={locked} onRestore={onRestore} />
          <ListEnd
            shown={entries.length}
            total={last.total}
            hasMore={query.hasNextPage && !query.isPlaceholderData}
            isLoadingMore={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
          <ExportBar label={t.history.exportLabel} source={exportedHistory(filter)} total={last.total} />
        </>
      )}
    </Panel>
  );
}
