import { Choice } from '../../../components/lists/choice.js';
import { SearchField } from '../../../components/ui/search-field.js';
import { useLivePageMessages } from '../../../messages/live-page/use-live-page-messages.js';
import type { LiveFilter } from '../lib/live-filter.js';

interface LiveToolbarProps {
  filter: LiveFilter;
  onFilter: (changed: Partial<LiveFilter>) => void;
  /** A response to a changed filter is pending. */
  busy: boolean;
}

/** Search, the filter for flags, and the order of the players. */
export function LiveToolbar({ filter, onFilter, busy }: LiveToolbarProps) {
  const t = useLivePageMessages().live;
  return (
    <div className="grid gap-3 sm:flex sm:flex-wrap sm:items-center">
      <SearchField
        label={t.searchLabel}
        value={filter.q}
        onChange={(q) => onFilter({ q })}
        busy={busy}
        className="sm:w-88"
      />
      <Choice
        label={t.onlyLabel}
        options={t.only}
        all={t.allVisits}
        value={filter.only}
        onChange={(only) => onFilter({ only })}
      />
      <Choice
        label={t.sortLabel}
        options={t.sorts}
        value={filter.sort}
        onChange={(sort) => onFilter({ sort: sort || 'oldest' })}
      />
    </div>
  );
}
