import { invitationSort, invitationState } from '@secure-preview/contracts';
import { RefreshCw } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { SearchField } from '../../../../components/ui/search-field.js';
import { Select } from '../../../../components/ui/select.js';
import { useAccessPageMessages } from '../../../../messages/access-page/use-access-page-messages.js';
import type { InvitationFilter } from '../../api/invitations.js';

const sorts = invitationSort.options;
const states = invitationState.options;

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
  const id = useId();
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]">
      <SearchField label={t.searchLabel} value={filter.q} onChange={(q) => onFilter({ q })} busy={busy} />
      <div>
        <label htmlFor={`${id}-state`} className="sr-only">
          {t.stateLabel}
        </label>
        <Select
          id={`${id}-state`}
          value={filter.state}
          onChange={({ target }) => onFilter({ state: states.find((state) => state === target.value) ?? '' })}
        >
          <option value="">{t.allStates}</option>
          {states.map((state) => (
            <option key={state} value={state}>
              {t.states[state]}
            </option>
          ))}
        </Select>
      </div>
      <div>
        <label htmlFor={`${id}-sort`} className="sr-only">
          {t.sortLabel}
        </label>
        <Select
          id={`${id}-sort`}
          value={filter.sort}
          onChange={({ target }) =>
            onFilter({ sort: sorts.find((sort) => sort === target.value) ?? 'newest' })
          }
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {t.sorts[sort]}
            </option>
          ))}
        </Select>
      </div>
      <Button variant="secondary" className="min-h-12" onClick={onRefresh}>
        <RefreshCw className="size-4.5" aria-hidden="true" />
        {t.refresh}
      </Button>
    </div>
  );
}
