import type { Lead, LeadSort } from '@secure-preview/contracts';
import { Button } from '../../../../components/ui/button.js';
import type { AllMessages } from '../../../../messages/upload-page/use-upload-page-messages.js';
import { useUploadPageMessages } from '../../../../messages/upload-page/use-upload-page-messages.js';
import type { LeadFilter } from '../../api/leads.js';
import { formatCount, formatTotal, type LeadTotal } from '../../lib/lead-text.js';
import { LeadTable } from './lead-table.js';

interface LeadResultsProps {
  leads: readonly Lead[];
  matches: LeadTotal;
  allLeads: LeadTotal;
  filter: LeadFilter;
  showsProofs: boolean;
  onSort: (sort: LeadSort) => void;
  onChange: (lead: Lead) => void;
  onBlock: (lead: Lead) => void;
  /** True while another filter loads. The rows still belong to the previous filter. */
  stale: boolean;
  onClear: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
}

/** Loaded results of a search. */
export function LeadResults(props: LeadResultsProps) {
  const messages = useUploadPageMessages();
  const t = messages.admin.leads;
  const { leads, filter, showsProofs, stale, hasMore, isLoadingMore } = props;
  return (
    <>
      {leads.length === 0 ? (
        <div className="grid justify-items-start gap-4 py-4">
          <p role="status" className="text-muted [overflow-wrap:anywhere]">
            {filter.proof === '' ? t.nothingFound(filter.q) : t.nothingMatches}
          </p>
          <Button variant="secondary" onClick={props.onClear}>
            {filter.proof === '' ? t.clearSearch : t.clearFilter}
          </Button>
        </div>
      ) : (
        <>
          <LeadTable
            leads={leads}
            sort={filter.sort}
            stale={stale}
            showsProofs={showsProofs}
            onSort={props.onSort}
            onChange={props.onChange}
            onBlock={props.onBlock}
          />
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p role="status" className="text-sm text-muted tabular-nums">
              {resultCountText(props, messages)}
            </p>
            {hasMore && (
              <Button
                variant="secondary"
                pending={isLoadingMore}
                disabled={isLoadingMore}
                onClick={props.onMore}
              >
                {t.loadMore}
              </Button>
            )}
          </div>
          <p className="text-sm text-muted">{showsProofs ? t.proofsNote : t.notVerifiedNote}</p>
        </>
      )}
    </>
  );
}

/** Returns a text with the numbers of shown rows, of matches and of all leads. */
function resultCountText(
  { leads, matches, allLeads, filter }: LeadResultsProps,
  messages: AllMessages,
): string {
  const t = messages.admin.leads;
  const shown = formatCount(leads.length, messages);
  const total = formatTotal(matches, messages);
  if (filter.q === '' && filter.proof === '') return t.shown(shown, total);
  const all = formatTotal(allLeads, messages);
  return leads.length < matches.total ? t.foundAndShown(shown, total, all) : t.found(total, all);
}
