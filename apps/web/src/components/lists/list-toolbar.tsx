import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useUploadPageMessages } from '../../messages/upload-page/use-upload-page-messages.js';
import { Button } from '../ui/button.js';
import { SearchField } from '../ui/search-field.js';

interface ListToolbarProps {
  searchLabel: string;
  q: string;
  onSearch: (q: string) => void;
  /** A response is pending. */
  busy: boolean;
  /** Distinguishes the button from those of other lists; begins with its text. */
  refreshLabel?: string;
  onRefresh: () => void;
  /** Filters and a sort order. */
  children: ReactNode;
}

/** Search, filter and order of a list. */
export function ListToolbar(props: ListToolbarProps) {
  const { searchLabel, q, onSearch, busy, refreshLabel, onRefresh, children } = props;
  const t = useUploadPageMessages().lists;
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:auto-cols-auto xl:grid-flow-col xl:grid-cols-[minmax(12rem,1fr)]">
      <SearchField label={searchLabel} value={q} onChange={onSearch} busy={busy} />
      {children}
      <Button variant="secondary" aria-label={refreshLabel} className="min-h-12" onClick={onRefresh}>
        <RefreshCw className="size-4.5" aria-hidden="true" />
        {t.refresh}
      </Button>
    </div>
  );
}
