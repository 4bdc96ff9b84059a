import type { LeadSort } from '@secure-preview/contracts';
import { Search } from 'lucide-react';
import { useId } from 'react';
import { Input } from '../../../../components/ui/field.js';
import { Select } from '../../../../components/ui/select.js';
import { Spinner } from '../../../../components/ui/spinner.js';
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
      <div className="relative sm:w-88">
        <label htmlFor={`${id}-search`} className="sr-only">
          {t.searchLabel}
        </label>
        <span className="pointer-events-none absolute inset-y-0 start-4 my-auto grid size-5 place-items-center text-muted">
          {busy ? (
            <Spinner className="size-5 text-primary" />
          ) : (
            <Search className="size-4.5" aria-hidden="true" />
          )}
        </span>
        <Input
          id={`${id}-search`}
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={t.searchLabel}
          className="ps-12"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
      </div>
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
