import type { PeopleSort, SortDirection } from '@secure-preview/contracts';
import { Choice } from '../../../../components/lists/choice.js';
import { ListToolbar } from '../../../../components/lists/list-toolbar.js';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import type { PeopleFilter } from '../../lib/people-filter.js';

interface PeopleToolbarProps {
  filter: PeopleFilter;
  onFilter: (changed: Partial<PeopleFilter>) => void;
  /** A response is pending. */
  busy: boolean;
  onRefresh: () => void;
}

type Order = `${PeopleSort} ${SortDirection}`;

/** Search, the filters for proved addresses, flags and access, and the order of the people. */
export function PeopleToolbar({ filter, onFilter, busy, onRefresh }: PeopleToolbarProps) {
  const messages = useAudiencePageMessages();
  const t = messages.audience.list;
  const { proofLabel, proofFilters, allProofs } = messages.admin.leads;
  const orders: Readonly<Record<Order, string>> = t.orders;
  return (
    <ListToolbar
      searchLabel={messages.admin.leads.searchLabel}
      q={filter.q}
      onSearch={(q) => onFilter({ q })}
      busy={busy}
      onRefresh={onRefresh}
    >
      <Choice
        label={proofLabel}
        options={proofFilters}
        all={allProofs}
        value={filter.proof}
        onChange={(proof) => onFilter({ proof })}
      />
      <Choice
        label={t.onlyLabel}
        options={t.only}
        all={t.allPeople}
        value={filter.only}
        onChange={(only) => onFilter({ only })}
      />
      <Choice
        label={t.orderLabel}
        options={orders}
        value={`${filter.sort} ${filter.direction}`}
        onChange={(order) => {
          const [sort, direction] = (order || 'last descending').split(' ') as [PeopleSort, SortDirection];
          onFilter({ sort, direction });
        }}
      />
    </ListToolbar>
  );
}
