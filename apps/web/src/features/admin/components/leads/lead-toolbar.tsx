import { Choice } from '../../../../components/lists/choice.js';
import { SearchField } from '../../../../components/ui/search-field.js';
import { useUploadPageMessages } from '../../../../messages/upload-page/use-upload-page-messages.js';
import type { LeadFilter } from '../../api/leads.js';

interface LeadToolbarProps {
  filter: LeadFilter;
  onFilter: (changed: Partial<LeadFilter>) => void;
  showsProofs: boolean;
  /** A response is pending. */
  busy: boolean;
}

/** Search, the filter for proved addresses, and the sort order on screens without column headings. */
export function LeadToolbar({ filter, onFilter, showsProofs, busy }: LeadToolbarProps) {
  const t = useUploadPageMessages().admin.leads;
  return (
    <div className="grid gap-3 sm:flex sm:flex-wrap sm:items-center">
      <SearchField
        label={t.searchLabel}
        value={filter.q}
        onChange={(q) => onFilter({ q })}
        busy={busy}
        className="sm:w-88"
      />
      {showsProofs && (
        <Choice
          label={t.proofLabel}
          options={t.proofFilters}
          all={t.allProofs}
          value={filter.proof}
          onChange={(proof) => onFilter({ proof })}
        />
      )}
      <div className="xl:hidden">
        <Choice
          label={t.sortLabel}
          options={t.sorts}
          value={filter.sort}
          onChange={(sort) => onFilter({ sort: sort || 'newest' })}
        />
      </div>
    </div>
  );
}
