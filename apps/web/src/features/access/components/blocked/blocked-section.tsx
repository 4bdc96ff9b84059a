import { useInfiniteQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { useRef, useState } from 'react';
import { ExportBar } from '../../../../components/lists/export-bar.js';
import { ListEnd } from '../../../../components/lists/list-end.js';
import { ListOutdated } from '../../../../components/lists/list-outdated.js';
import { NothingFound } from '../../../../components/lists/nothing-found.js';
import { LoadFailed, Loading } from '../../../../components/ui/load-states.js';
import { Panel } from '../../../../components/ui/panel.js';
import { formatsOf, timeZoneName } from '../../../../lib/formats.js';
import { SEARCH_DELAY_MS } from '../../../../lib/list-page.js';
import { useDebounced } from '../../../../lib/use-debounced.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { type BlockFilter, blocksQuery, exportedBlocks } from '../../api/blocks.js';
import { BlockForm } from './block-form.js';
import { BlockHistory } from './block-history.js';
import { BlockList } from './block-list.js';
import { BlockToolbar } from './block-toolbar.js';

const everything: BlockFilter = { q: '', kind: '', sort: 'newest' };

/** Blocked addresses, domains and networks. */
export function BlockedSection({ unlocked }: { unlocked: boolean }) {
  const messages = useAccessPageMessages();
  const t = messages.access.blocked;
  const { number } = formatsOf(messages.locale);
  const zone = timeZoneName(messages.locale);
  const [input, setInput] = useState(everything);
  const filter = { ...input, q: useDebounced(input.q.trim(), SEARCH_DELAY_MS) };
  const query = useInfiniteQuery({ ...blocksQuery(filter), enabled: unlocked });
  const content = useRef<HTMLDivElement>(null);
  const last = query.data?.pages.at(-1);
  const blocks = query.data?.pages.flatMap((page) => page.blocks) ?? [];
  const isFiltered = filter.q !== '' || filter.kind !== '';
  const isEmpty = last?.total === 0 && !isFiltered && !query.isPlaceholderData && input.q === '';

  return (
    <Panel
      title={last && last.total > 0 && !isFiltered ? t.titleWithCount(number.format(last.total)) : t.title}
      icon={<Ban aria-hidden="true" />}
      aside={zone && <p className="text-sm text-muted">{messages.access.zoneNote(zone)}</p>}
    >
      {query.isPending ? (
        <Loading />
      ) : (
        <div ref={content} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-5 outline-none">
          {last && <BlockForm />}
          {!isEmpty && (
            <BlockToolbar
              filter={input}
              onFilter={(changed) => setInput({ ...input, ...changed })}
              busy={query.isFetching}
              onRefresh={() => void query.refetch()}
            />
          )}
          <ListOutdated query={query} />
          {!last ? (
            <LoadFailed text={t.failed} query={query} />
          ) : isEmpty ? (
            <p className="text-muted">{t.empty}</p>
          ) : last.total === 0 ? (
            <NothingFound
              text={t.nothingFound}
              onClear={() => setInput({ ...everything, sort: input.sort })}
            />
          ) : (
            <>
              <BlockList blocks={blocks} onRemoved={() => content.current?.focus()} />
              <ListEnd
                shown={blocks.length}
                total={last.total}
                hasMore={query.hasNextPage && !query.isPlaceholderData}
                isLoadingMore={query.isFetchingNextPage}
                onMore={() => void query.fetchNextPage()}
              />
              <ExportBar label={t.exportLabel} source={exportedBlocks(filter)} total={last.total} />
            </>
          )}
          {last && <BlockHistory unlocked={unlocked} />}
        </div>
      )}
    </Panel>
  );
}
