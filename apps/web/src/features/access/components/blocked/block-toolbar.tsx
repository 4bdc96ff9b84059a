import { Choice } from '../../../../components/lists/choice.js';
import { ListToolbar } from '../../../../components/lists/list-toolbar.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import type { BlockFilter } from '../../api/blocks.js';

interface BlockToolbarProps {
  filter: BlockFilter;
  onFilter: (changed: Partial<BlockFilter>) => void;
  /** A response is pending. */
  busy: boolean;
  onRefresh: () => void;
}

/** Search, filter and order of the blocks. */
export function BlockToolbar({ filter, onFilter, busy, onRefresh }: BlockToolbarProps) {
  const t = useAccessPageMessages().access.blocked;
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
        label={t.kindLabel}
        options={t.kindFilters}
        all={t.allKinds}
        value={filter.kind}
        onChange={(kind) => onFilter({ kind })}
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
