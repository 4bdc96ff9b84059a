import type { Lead, LeadSort } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useUploadPageMessages } from '../../../../messages/upload-page/use-upload-page-messages.js';
import { type LeadColumn, leadColumns } from './lead-columns.js';
import { LeadRow } from './lead-row.js';

interface LeadTableProps {
  leads: readonly Lead[];
  sort: LeadSort;
  stale: boolean;
  showsProofs: boolean;
  onSort: (sort: LeadSort) => void;
  onChange: (lead: Lead) => void;
  onBlock: (lead: Lead) => void;
}

/** Table on wide screens. On narrow screens each lead is a card with labelled lines. */
export function LeadTable({ leads, sort, stale, showsProofs, onSort, onChange, onBlock }: LeadTableProps) {
  const t = useUploadPageMessages().admin.leads;
  return (
    <table
      aria-label={t.tableLabel}
      aria-busy={stale}
      className={clsx(
        'w-full text-left text-[0.95rem] transition-opacity max-xl:block',
        stale && 'opacity-55',
      )}
    >
      <thead className="border-b border-line-strong/60 text-sm text-muted max-xl:hidden">
        <tr>
          {leadColumns.map((column) => (
            <Heading key={column.heading} {...column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody className="max-xl:grid sm:max-xl:grid-cols-2 sm:max-xl:gap-x-8 lg:max-xl:grid-cols-3">
        {leads.map((lead) => (
          <LeadRow
            key={lead.id}
            lead={lead}
            showsProofs={showsProofs}
            onChange={onChange}
            onBlock={onBlock}
          />
        ))}
      </tbody>
    </table>
  );
}

function Heading({
  heading,
  sorts,
  sort,
  onSort,
}: LeadColumn & { sort: LeadSort; onSort: (sort: LeadSort) => void }) {
  const t = useUploadPageMessages().admin.leads;
  if (!sorts) {
    return (
      <th scope="col" className="px-3 py-2.5 font-medium whitespace-nowrap">
        {t[heading]}
      </th>
    );
  }
  const [first, second = first] = sorts;
  // "Newest" belongs to the date column. A second click on other headings also selects it.
  const direction = sort === 'newest' ? 'descending' : 'ascending';
  const active = sort === first || (sort === 'oldest' && sorts.includes('oldest'));
  const Icon = !active ? ArrowUpDown : direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={active ? direction : 'none'} className="px-1 py-1.5 font-medium">
      <button
        type="button"
        onClick={() => onSort((sort === first ? second : first) ?? 'newest')}
        className={clsx(
          'flex min-h-9 items-center gap-1.5 rounded-lg px-2 whitespace-nowrap hover:bg-white/7 hover:text-foreground',
          active && 'text-foreground',
        )}
      >
        {t[heading]}
        <Icon className={clsx('size-3.5', !active && 'opacity-60')} aria-hidden="true" />
      </button>
    </th>
  );
}
