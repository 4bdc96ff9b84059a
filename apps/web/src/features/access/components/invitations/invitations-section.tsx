import { useInfiniteQuery } from '@tanstack/react-query';
import { Mails } from 'lucide-react';
import { useState } from 'react';
import { ExportBar } from '../../../../components/lists/export-bar.js';
import { ListOutdated } from '../../../../components/lists/list-outdated.js';
import { NothingFound } from '../../../../components/lists/nothing-found.js';
import { LoadFailed, Loading } from '../../../../components/ui/load-states.js';
import { Panel } from '../../../../components/ui/panel.js';
import { formatsOf, timeZoneName } from '../../../../lib/formats.js';
import { SEARCH_DELAY_MS } from '../../../../lib/list-page.js';
import { useDebounced } from '../../../../lib/use-debounced.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import { exportedInvitations, type InvitationFilter, invitationsQuery } from '../../api/invitations.js';
import { InvitationResults } from './invitation-results.js';
import { InvitationToolbar } from './invitation-toolbar.js';

const everything: InvitationFilter = { q: '', state: '', sort: 'newest' };

/** Lists the invitations with the states of their mails, and changes them. */
export function InvitationsSection({ unlocked }: { unlocked: boolean }) {
  const messages = useAccessPageMessages();
  const t = messages.access.invitations;
  const [input, setInput] = useState(everything);
  const q = useDebounced(input.q.trim(), SEARCH_DELAY_MS);
  const filter = { ...input, q };
  const query = useInfiniteQuery({ ...invitationsQuery(filter), enabled: unlocked });
  const zone = timeZoneName(messages.locale);
  const isFiltered = filter.q !== '' || filter.state !== '';
  const last = query.data?.pages.at(-1);
  const isEmpty = last?.total === 0 && !isFiltered && !query.isPlaceholderData && input.q === '';

  return (
    <Panel
      title={
        last && !isFiltered ? t.titleWithCount(formatsOf(messages.locale).number.format(last.total)) : t.title
      }
      icon={<Mails aria-hidden="true" />}
      aside={zone && <p className="text-sm text-muted">{messages.access.zoneNote(zone)}</p>}
    >
      {!isEmpty && (
        <InvitationToolbar
          filter={input}
          onFilter={(changed) => setInput({ ...input, ...changed })}
          busy={query.isFetching}
          onRefresh={() => void query.refetch()}
        />
      )}
      <ListOutdated query={query} />
      {query.isPending ? (
        <Loading />
      ) : !query.data || !last ? (
        <LoadFailed text={t.failed} query={query} />
      ) : isEmpty ? (
        <p className="text-muted">{t.empty}</p>
      ) : last.total === 0 ? (
        <NothingFound text={t.nothingFound} onClear={() => setInput({ ...everything, sort: input.sort })} />
      ) : (
        <InvitationResults
          // Clears the selection when the filter changes.
          key={`${filter.state} ${filter.q}`}
          invitations={query.data.pages.flatMap((page) => page.invitations)}
          filter={filter}
          total={last.total}
          stale={query.isPlaceholderData}
          hasMore={query.hasNextPage && !query.isPlaceholderData}
          isLoadingMore={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
        />
      )}
      {last && !isEmpty && (
        <ExportBar label={t.exportLabel} source={exportedInvitations(filter)} total={last.total} />
      )}
    </Panel>
  );
}
