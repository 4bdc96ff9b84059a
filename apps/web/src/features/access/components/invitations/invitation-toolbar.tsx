import { Choice } from '../../../../components/lists/choice.js';
import { ListToolbar } from '../../../../components/lists/list-toolbar.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import type { InvitationFilter } from '../../api/invitations.js';

interface InvitationToolbarProps {
  filter: InvitationFilter;
  onFilter: (changed: Partial<InvitationFilter>) => void;
  /** A response is pending. */
  busy: boolean;
  onRefresh: () => void;
}

/** Search, filter and order of the invitations. */
export function InvitationToolbar({ filter, onFilter, busy, onRefresh }: InvitationToolbarProps) {
  const t = useAccessPageMessages().access.invitations;
  return (
    <ListToolbar
      searchLabel={t.searchLabel}
      q={filter.q}
      onSearch={(q) => onFilter({ q })}
      busy={busy}
      onRefresh={onRefresh}
    >
      <Choice
        label={t.stateLabel}
        options={t.states}
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
