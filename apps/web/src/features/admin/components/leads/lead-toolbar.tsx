import type { LeadProof, LeadSort } from '@secure-preview/contracts';
import { useId } from 'react';
import { SearchField } from '../../../../components/ui/search-field.js';
import { Select } from '../../../../components/ui/select.js';
import { useUploadPageMessages } from '../../../../messages/upload-page/use-upload-page-messages.js';
import type { LeadFilter } from '../../api/leads.js';

const sortOrders: readonly LeadSort[] = ['newest', 'oldest', 'name', 'email'];
const proofs: readonly LeadProof[] = ['proved', 'claimed'];

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
  const id = useId();
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
        <div>
          <label htmlFor={`${id}-proof`} className="sr-only">
            {t.proofLabel}
          </label>
          <Select
            id={`${id}-proof`}
            value={filter.proof}
            onChange={({ target }) =>
              onFilter({ proof: proofs.find((proof) => proof === target.value) ?? '' })
            }
          >
            <option value="">{t.allProofs}</option>
            {proofs.map((proof) => (
              <option key={proof} value={proof}>
                {t.proofFilters[proof]}
              </option>
            ))}
          </Select>
        </div>
      )}
      <div className="xl:hidden">
        <label htmlFor={`${id}-sort`} className="sr-only">
          {t.sortLabel}
        </label>
        <Select
          id={`${id}-sort`}
          value={filter.sort}
          onChange={({ target }) =>
            onFilter({ sort: sortOrders.find((order) => order === target.value) ?? 'newest' })
          }
        >
          {sortOrders.map((order) => (
            <option key={order} value={order}>
              {t.sorts[order]}
            </option>
          ))}
        </Select>
      </div>
    </div>
  );
}
