import type { Lead } from '@secure-preview/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { Panel } from '../../../../components/ui/panel.js';
import { Spinner } from '../../../../components/ui/spinner.js';
import { useMessages } from '../../../../messages/use-messages.js';
import { everyLead, leadsQuery } from '../../api/leads.js';
import { describeRows } from '../../lib/lead-count.js';
import { formatTotal, timeZoneName } from '../../lib/lead-text.js';
import { useDebounced } from '../../lib/use-debounced.js';
import { FoundLeads } from './found-leads.js';
import { LeadToolbar } from './lead-toolbar.js';
import { useVisitDialog } from './visit-dialog.js';

/** Milliseconds after the last keystroke until the search starts. */
const SEARCH_AFTER_MS = 300;

/** Section 5 of the upload page: the leads, what they watched, and whose visit has ended. */
export function LeadsSection({ unlocked }: { unlocked: boolean }) {
  const messages = useMessages();
  const t = messages.admin.leads;
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState(everyLead.sort);
  const q = useDebounced(search.trim(), SEARCH_AFTER_MS);
  const all = useInfiniteQuery({ ...leadsQuery(everyLead), enabled: unlocked });
  const query = useInfiniteQuery({ ...leadsQuery({ q, sort }), enabled: unlocked });
  const visitDialog = useVisitDialog();
  const timeZone = timeZoneName(messages);

  const everyone = all.data?.pages.at(-1);
  const last = query.data?.pages.at(-1);
  const known = all.data?.pages.flatMap((page) => page.leads) ?? [];
  useRefreshForNewcomers(query.data?.pages[0]?.leads, known[0], all.refetch);

  return (
    <Panel
      title={everyone ? t.titleWithCount(formatTotal(everyone, messages)) : t.title}
      icon={<Users aria-hidden="true" />}
      aside={timeZone && <p className="text-sm text-muted">{t.zoneNote(timeZone)}</p>}
    >
      {all.isPending ? (
        <Loading />
      ) : everyone?.total === 0 ? (
        <p className="py-6 text-muted">{t.empty}</p>
      ) : (
        <>
          {everyone && <p className="text-muted">{describeRows(known, everyone.total, t)}</p>}
          <LeadToolbar
            search={search}
            onSearch={setSearch}
            sort={sort}
            onSort={setSort}
            busy={query.isPlaceholderData}
          />
          {query.isPending ? (
            <Loading />
          ) : !query.data || !last ? (
            <div className="grid justify-items-start gap-4 py-2">
              <p>{t.failed}</p>
              <Button variant="secondary" onClick={() => void query.refetch()}>
                {messages.common.tryAgain}
              </Button>
            </div>
          ) : (
            <FoundLeads
              leads={query.data.pages.flatMap((page) => page.leads)}
              found={last}
              everyone={everyone ?? last}
              q={q}
              sort={sort}
              onSort={setSort}
              onChange={visitDialog.ask}
              stale={query.isPlaceholderData}
              onClear={() => setSearch('')}
              more={query.hasNextPage && !query.isPlaceholderData}
              loadingMore={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
            />
          )}
        </>
      )}
      {visitDialog.dialog}
    </Panel>
  );
}

/** Recounts all leads when a search finds one that is newer than the count. */
function useRefreshForNewcomers(found: Lead[] | undefined, newest: Lead | undefined, refresh: () => unknown) {
  const isNewer = newest && found?.some(({ capturedAt }) => capturedAt > newest.capturedAt);
  useEffect(() => {
    if (isNewer) refresh();
  }, [isNewer, refresh]);
}

function Loading() {
  const messages = useMessages();
  return (
    <p role="status" className="flex items-center gap-3 py-6 text-muted">
      <Spinner className="size-5 text-primary" />
      {messages.common.loading}
    </p>
  );
}
