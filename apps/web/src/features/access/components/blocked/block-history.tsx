import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ExportBar } from '../../../../components/lists/export-bar.js';
import { ListEnd } from '../../../../components/lists/list-end.js';
import { NothingFound } from '../../../../components/lists/nothing-found.js';
import { LoadFailed, Loading } from '../../../../components/ui/load-states.js';
import { SearchField } from '../../../../components/ui/search-field.js';
import { SEARCH_DELAY_MS } from '../../../../lib/list-page.js';
import { useDebounced } from '../../../../lib/use-debounced.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { blockHistoryQuery, exportedHistory } from '../../api/blocks.js';
import { BlockDetails } from './block-details.js';
import { keyOfChange } from './block-list.js';

/** The changes of blocks, which are loaded when they are opened. */
export function BlockHistory({ unlocked }: { unlocked: boolean }) {
  const t = useAccessPageMessages().access.blocked;
  const [isOpen, setIsOpen] = useState(false);
  const [input, setInput] = useState('');
  const q = useDebounced(input.trim(), SEARCH_DELAY_MS);
  const query = useInfiniteQuery({ ...blockHistoryQuery(q), enabled: unlocked && isOpen });
  const changes = query.data?.pages.flatMap((page) => page.changes) ?? [];
  const last = query.data?.pages.at(-1);
  const isEmpty = last?.total === 0 && q === '' && input === '' && !query.isPlaceholderData;
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer text-primary-bright">{t.history}</summary>
      {query.isPending ? (
        <Loading />
      ) : isEmpty ? (
        <p className="mt-2 text-muted">{t.historyEmpty}</p>
      ) : (
        <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-4">
          <SearchField
            label={t.historySearchLabel}
            value={input}
            onChange={setInput}
            busy={query.isFetching}
          />
          {!last ? (
            <LoadFailed text={t.historyFailed} query={query} />
          ) : last.total === 0 ? (
            <NothingFound text={t.historyNothingFound} onClear={() => setInput('')} />
          ) : (
            <>
              <ol aria-label={t.historyLabel} className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
                {changes.map((change) => (
                  <li key={keyOfChange(change)} className="py-3">
                    <BlockDetails change={change} showsAction />
                  </li>
                ))}
              </ol>
              <ListEnd
                shown={changes.length}
                total={last.total}
                hasMore={query.hasNextPage && !query.isPlaceholderData}
                isLoadingMore={query.isFetchingNextPage}
                onMore={() => void query.fetchNextPage()}
              />
              <ExportBar label={t.historyExportLabel} source={exportedHistory(q)} total={last.total} />
            </>
          )}
        </div>
      )}
    </details>
  );
}
