import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ExportBar } from '../../../../components/lists/export-bar.js';
import { LoadFailed, Loading } from '../../../../components/ui/load-states.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { blockHistoryQuery, exportedHistory } from '../../api/blocks.js';
import { ListEnd } from '../lists/list-end.js';
import { BlockDetails } from './block-details.js';
import { keyOfChange } from './block-list.js';

/** The changes of blocks, which are loaded when they are opened. */
export function BlockHistory({ unlocked }: { unlocked: boolean }) {
  const t = useAccessPageMessages().access.blocked;
  const [isOpen, setIsOpen] = useState(false);
  const query = useInfiniteQuery({ ...blockHistoryQuery, enabled: unlocked && isOpen });
  const changes = query.data?.pages.flatMap((page) => page.changes) ?? [];
  const last = query.data?.pages.at(-1);
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer text-primary-bright">{t.history}</summary>
      {query.isPending ? (
        <Loading />
      ) : !last ? (
        <LoadFailed text={t.historyFailed} query={query} />
      ) : last.total === 0 ? (
        <p className="mt-2 text-muted">{t.historyEmpty}</p>
      ) : (
        <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-4">
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
            hasMore={query.hasNextPage}
            isLoadingMore={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
          <ExportBar label={t.historyExportLabel} source={exportedHistory} total={last.total} />
        </div>
      )}
    </details>
  );
}
