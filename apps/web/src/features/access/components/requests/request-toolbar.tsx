import { Choice } from '../../../../components/lists/choice.js';
import { ListToolbar } from '../../../../components/lists/list-toolbar.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import type { RequestFilter } from '../../api/access-requests.js';

interface RequestToolbarProps {
  filter: RequestFilter;
  onFilter: (changed: Partial<RequestFilter>) => void;
  /** A response is pending. */
  busy: boolean;
  onRefresh: () => void;
}

/** Search, filter and order of the requests. */
export function RequestToolbar({ filter, onFilter, busy, onRefresh }: RequestToolbarProps) {
  const t = useAccessPageMessages().access.requests;
  return (
    <ListToolbar
      searchLabel={t.searchLabel}
      q={filter.q}
      onSearch={(q) => onFilter({ q })}
      busy={busy}
      refreshLabel={t.refresh}
      onRefresh={onRefresh}
    >
      <Choice
        label={t.stateLabel}
        options={t.stateFilters}
        all={t.allStates}
        value={filter.state}
        onChange={(state) => onFilter({ state })}
      />
      <Choice
        label={t.sortLabel}
        options={t.sorts}
        value={filter.sort}
        onChange={(sort) => onFilter({ sort: sort || 'newest' })}
      />
    </ListToolbar>
  );
}
