import type { Lead, LeadSort } from '@secure-preview/contracts';
import { Button } from '../../../../components/ui/button.js';
import { messages } from '../../../../messages/index.js';
import { formatCount, formatTotal, type LeadTotal } from '../../lib/lead-text.js';
import { LeadTable } from './lead-table.js';

const words = messages.admin.leads;

interface FoundLeadsProps {
  leads: readonly Lead[];
  found: LeadTotal;
  everyone: LeadTotal;
  q: string;
  sort: LeadSort;
  onSort: (sort: LeadSort) => void;
  onChange: (lead: Lead) => void;
  /** True while the next filter loads and the rows belong to the last one. */
  stale: boolean;
  onClear: () => void;
  more: boolean;
  loadingMore: boolean;
  onMore: () => void;
}

/** Loaded results of a search. */
export function FoundLeads(props: FoundLeadsProps) {
  const { leads, q, sort, stale, more, loadingMore } = props;
  return (
    <>
      {leads.length === 0 ? (
        <div className="grid justify-items-start gap-4 py-4">
          <p role="status" className="text-muted [overflow-wrap:anywhere]">
            {words.nothingFound(q)}
          </p>
          <Button variant="secondary" onClick={props.onClear}>
            {words.clearSearch}
          </Button>
        </div>
      ) : (
        <>
          <LeadTable
            leads={leads}
            sort={sort}
            stale={stale}
            onSort={props.onSort}
            onChange={props.onChange}
          />
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p role="status" className="text-sm text-muted tabular-nums">
              {countOf(props)}
            </p>
            {more && (
              <Button variant="secondary" pending={loadingMore} disabled={loadingMore} onClick={props.onMore}>
                {words.loadMore}
              </Button>
            )}
          </div>
          <p className="text-sm text-muted">{words.notVerifiedNote}</p>
        </>
      )}
    </>
  );
}

/** Returns how many rows are shown, and how many of all leads match the search. */
function countOf({ leads, found, everyone, q }: FoundLeadsProps): string {
  const shown = formatCount(leads.length);
  const total = formatTotal(found);
  if (q === '') return words.shown(shown, total);
  const all = formatTotal(everyone);
  return leads.length < found.total ? words.foundAndShown(shown, total, all) : words.found(total, all);
}
