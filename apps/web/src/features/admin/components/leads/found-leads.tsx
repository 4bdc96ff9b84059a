import type { Lead, LeadSort } from '@secure-preview/contracts';
import { Button } from '../../../../components/ui/button.js';
import type { Messages } from '../../../../messages/en.js';
import { useMessages } from '../../../../messages/use-messages.js';
import { formatCount, formatTotal, type LeadTotal } from '../../lib/lead-text.js';
import { LeadTable } from './lead-table.js';

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
  const messages = useMessages();
  const t = messages.admin.leads;
  const { leads, q, sort, stale, more, loadingMore } = props;
  return (
    <>
      {leads.length === 0 ? (
        <div className="grid justify-items-start gap-4 py-4">
          <p role="status" className="text-muted [overflow-wrap:anywhere]">
            {t.nothingFound(q)}
          </p>
          <Button variant="secondary" onClick={props.onClear}>
            {t.clearSearch}
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
              {countOf(props, messages)}
            </p>
            {more && (
              <Button variant="secondary" pending={loadingMore} disabled={loadingMore} onClick={props.onMore}>
                {t.loadMore}
              </Button>
            )}
          </div>
          <p className="text-sm text-muted">{t.notVerifiedNote}</p>
        </>
      )}
    </>
  );
}

/** Returns how many rows are shown, and how many of all leads match the search. */
function countOf({ leads, found, everyone, q }: FoundLeadsProps, messages: Messages): string {
  const t = messages.admin.leads;
  const shown = formatCount(leads.length, messages);
  const total = formatTotal(found, messages);
  if (q === '') return t.shown(shown, total);
  const all = formatTotal(everyone, messages);
  return leads.length < found.total ? t.foundAndShown(shown, total, all) : t.found(total, all);
}
