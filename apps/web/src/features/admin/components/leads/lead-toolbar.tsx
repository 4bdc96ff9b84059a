import type { LeadSort } from '@secure-preview/contracts';
import { useId } from 'react';
import { SearchField } from '../../../../components/ui/search-field.js';
import { Select } from '../../../../components/ui/select.js';
import { useUploadPageMessages } from '../../../../messages/upload-page/use-upload-page-messages.js';

const sortOrders: readonly LeadSort[] = ['newest', 'oldest', 'name', 'email'];

interface LeadToolbarProps {
  search: string;
  onSearch: (search: string) => void;
  sort: LeadSort;
  onSort: (sort: LeadSort) => void;
  /** A response is pending. */
  busy: boolean;
}

/** Search, and the sort order on screens without column headings. */
export function LeadToolbar({ search, onSearch, sort, onSort, busy }: LeadToolbarProps) {
  const t = useUploadPageMessages().admin.leads;
  const id = useId();
  return (
    <div className="grid gap-3 sm:flex sm:items-center">
      <SearchField label={t.searchLabel} value={search} onChange={onSearch} busy={busy} className="sm:w-88" />
      <div className="xl:hidden">
        <label htmlFor={`${id}-sort`} className="sr-only">
          {t.sortLabel}
        </label>
        <Select
          id={`${id}-sort`}
          value={sort}
          onChange={(event) => onSort(sortOrders.find((order) => order === event.target.value) ?? 'newest')}
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
