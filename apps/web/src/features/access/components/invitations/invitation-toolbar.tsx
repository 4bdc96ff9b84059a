import { invitationSort, invitationState } from '@secure-preview/contracts';
import { RefreshCw, Search } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { Input } from '../../../../components/ui/field.js';
import { Select } from '../../../../components/ui/select.js';
import { Spinner } from '../../../../components/ui/spinner.js';
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
      <div className="relative">
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
          value={filter.q}
          onChange={(event) => onFilter({ q: event.target.value })}
        />
      </div>
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
