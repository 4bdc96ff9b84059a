import { audienceRoutes } from '@secure-preview/contracts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { ExportBar } from '../../../../components/lists/export-bar.js';
import { ListEnd } from '../../../../components/lists/list-end.js';
import { NothingFound } from '../../../../components/lists/nothing-found.js';
import { LoadFailed, Loading } from '../../../../components/ui/load-states.js';
import { Panel } from '../../../../components/ui/panel.js';
import { formatsOf, timeZoneName } from '../../../../lib/formats.js';
import { SEARCH_DELAY_MS } from '../../../../lib/list-page.js';
import { useDebounced } from '../../../../lib/use-debounced.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import { exportedPeople, peopleQuery } from '../../api/people.js';
import type { PeopleFilter } from '../../lib/people-filter.js';
import { PeopleTable } from './people-table.js';
import { PeopleToolbar } from './people-toolbar.js';

interface PeopleSectionProps {
  unlocked: boolean;
  filter: PeopleFilter;
  onFilter: (changed: Partial<PeopleFilter>) => void;
}

/** The people who came, with what they watched of a version. */
export function PeopleSection({ unlocked, filter: input, onFilter }: PeopleSectionProps) {
  const messages = useAudiencePageMessages();
  const t = messages.audience.list;
  const { number } = formatsOf(messages.locale);
  const zone = timeZoneName(messages.locale);
  const filter = { ...input, q: useDebounced(input.q.trim(), SEARCH_DELAY_MS) };
  const query = useInfiniteQuery({ ...peopleQuery(filter), enabled: unlocked });
  const queryClient = useQueryClient();
  const refresh = () => {
    void query.refetch();
    // The figures above the list.
    void queryClient.invalidateQueries({ queryKey: [audienceRoutes.overview.path] });
  };
  const last = query.data?.pages.at(-1);
  const people = query.data?.pages.flatMap((page) => page.people) ?? [];
  const isFiltered = filter.q !== '' || filter.proof !== '' || filter.only !== '';
  return (
    <Panel
      title={last && !isFiltered ? t.titleWithCount(number.format(last.total)) : t.title}
      icon={<UsersRound aria-hidden="true" />}
      aside={zone && <p className="text-sm text-muted">{messages.admin.leads.zoneNote(zone)}</p>}
    >
      <PeopleToolbar filter={input} onFilter={onFilter} busy={query.isFetching} onRefresh={refresh} />
      {last && query.isError && <LoadFailed text={t.outdated} query={query} />}
      {query.isPending ? (
        <Loading />
      ) : !last ? (
        <LoadFailed text={t.failed} query={query} />
      ) : last.total > 0 ? (
        <>
          <PeopleTable people={people} filter={filter} stale={query.isPlaceholderData} onFilter={onFilter} />
          <ListEnd
            shown={people.length}
            total={last.total}
            hasMore={query.hasNextPage && !query.isPlaceholderData}
            isLoadingMore={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
          <p className="text-sm text-muted">{t.note}</p>
        </>
      ) : isFiltered ? (
        <NothingFound text={t.nothingFound} onClear={() => onFilter({ q: '', proof: '', only: '' })} />
      ) : (
        <p role="status" className="py-4 text-muted">
          {t.empty}
        </p>
      )}
      {last && <ExportBar label={t.exportLabel} source={exportedPeople(filter)} total={last.total} />}
    </Panel>
  );
}
