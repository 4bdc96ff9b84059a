import type { Lead } from '@secure-preview/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ExportBar } from '../../../../components/lists/export-bar.js';
import { LoadFailed, Loading } from '../../../../components/ui/load-states.js';
import { Panel } from '../../../../components/ui/panel.js';
import { useVisitDialog } from '../../../../components/visits/visit-dialog.js';
import type { RenderBlockDialog } from '../../../../lib/block-dialog.js';
import { timeZoneName } from '../../../../lib/formats.js';
import { SEARCH_DELAY_MS } from '../../../../lib/list-page.js';
import { useDebounced } from '../../../../lib/use-debounced.js';
import { useUploadPageMessages } from '../../../../messages/upload-page/use-upload-page-messages.js';
import {
  defaultFilter,
  exportedLeads,
  type LeadFilter,
  leadsQuery,
  useRefreshLeads,
  useSetVisitEnded,
} from '../../api/leads.js';
import { rowsText } from '../../lib/lead-count.js';
import { formatTotal } from '../../lib/lead-text.js';
import { LeadResults } from './lead-results.js';
import { LeadToolbar } from './lead-toolbar.js';

interface LeadsSectionProps {
  unlocked: boolean;
  renderBlockDialog: RenderBlockDialog;
}

const personOf = ({ name, email, network, blocks = [] }: Lead) => ({ name, email, network, blocks });

/** Section 5 of the upload page: the leads with their watched time and their access. */
export function LeadsSection({ unlocked, renderBlockDialog }: LeadsSectionProps) {
  const messages = useUploadPageMessages();
  const t = messages.admin.leads;
  const [input, setInput] = useState(defaultFilter);
  const change = (changed: Partial<LeadFilter>) => setInput({ ...input, ...changed });
  const filter = { ...input, q: useDebounced(input.q.trim(), SEARCH_DELAY_MS) };
  const all = useInfiniteQuery({ ...leadsQuery(defaultFilter), enabled: unlocked });
  const query = useInfiniteQuery({ ...leadsQuery(filter), enabled: unlocked });
  const visitDialog = useVisitDialog(useSetVisitEnded());
  const [toBlock, setToBlock] = useState<Lead>();
  const refresh = useRefreshLeads();
  const timeZone = timeZoneName(messages.locale);

  const allLeads = all.data?.pages.at(-1);
  const last = query.data?.pages.at(-1);
  const showsProofs = (last ?? allLeads)?.hasProofs ?? false;
  const loadedLeads = all.data?.pages.flatMap((page) => page.leads) ?? [];
  useRefetchForNewLeads(query.data?.pages[0]?.leads, loadedLeads[0], all.refetch);

  return (
    <Panel
      title={allLeads ? t.titleWithCount(formatTotal(allLeads, messages)) : t.title}
      icon={<UsersRound aria-hidden="true" />}
      aside={timeZone && <p className="text-sm text-muted">{t.zoneNote(timeZone)}</p>}
    >
      {all.isPending ? (
        <Loading />
      ) : allLeads?.total === 0 ? (
        <p className="py-6 text-muted">{t.empty}</p>
      ) : (
        <>
          {allLeads && <p className="text-muted">{rowsText(loadedLeads, allLeads.total, t)}</p>}
          <LeadToolbar
            filter={input}
            onFilter={change}
            showsProofs={showsProofs}
            busy={query.isPlaceholderData}
          />
          {query.isPending ? (
            <Loading />
          ) : !query.data || !last ? (
            <LoadFailed text={t.failed} query={query} />
          ) : (
            <LeadResults
              leads={query.data.pages.flatMap((page) => page.leads)}
              matches={last}
              allLeads={allLeads ?? last}
              filter={filter}
              showsProofs={showsProofs}
              onSort={(sort) => change({ sort })}
              onChange={visitDialog.open}
              onBlock={setToBlock}
              stale={query.isPlaceholderData}
              onClear={() => change({ q: '', proof: '' })}
              hasMore={query.hasNextPage && !query.isPlaceholderData}
              isLoadingMore={query.isFetchingNextPage}
              onMore={() => void query.fetchNextPage()}
            />
          )}
          <ExportBar label={t.exportLabel} source={exportedLeads(filter)} total={last?.total ?? 0} />
        </>
      )}
      {visitDialog.dialog}
      {toBlock &&
        renderBlockDialog({
          person: personOf(toBlock),
          onChanged: refresh,
          onClose: () => setToBlock(undefined),
        })}
    </Panel>
  );
}

/** Recounts all leads when a search finds a lead that is newer than the last count. */
function useRefetchForNewLeads(
  matches: Lead[] | undefined,
  newest: Lead | undefined,
  refetch: () => unknown,
) {
  const isNewer = newest && matches?.some(({ capturedAt }) => capturedAt > newest.capturedAt);
  useEffect(() => {
    if (isNewer) refetch();
  }, [isNewer, refetch]);
}
