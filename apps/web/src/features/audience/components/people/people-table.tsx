import type { ListedPerson, PeopleSort } from '@secure-preview/contracts';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { useAudiencePageMessages } from '../../../../messages/audience-page/use-audience-page-messages.js';
import type { PeopleFilter } from '../../lib/people-filter.js';
import { firstDirections } from '../../lib/people-filter.js';
import { PersonRow } from './person-row.js';

interface PeopleTableProps {
  people: readonly ListedPerson[];
  filter: PeopleFilter;
  onFilter: (changed: Partial<PeopleFilter>) => void;
  /** True while another filter loads. */
  stale: boolean;
}

/** Headings in order. `networks` has no order. */
const headings = [
  'name',
  'email',
  'first',
  'last',
  'visits',
  'networks',
  'watched',
  'flags',
  'blocked',
] as const;

/** Table on wide screens. On narrow screens each person is a card with labelled lines. */
export function PeopleTable({ people, filter, onFilter, stale }: PeopleTableProps) {
  const t = useAudiencePageMessages().audience.list;
  return (
    <table
      aria-label={t.tableLabel}
      aria-busy={stale}
      className={clsx(
        'w-full text-start text-[0.95rem] transition-opacity max-xl:block',
        stale && 'opacity-55',
      )}
    >
      <thead className="border-b border-line-strong/60 text-sm text-muted max-xl:hidden">
        <tr>
          {headings.map((heading) =>
            heading === 'networks' ? (
              <th key={heading} scope="col" className="px-3 py-2.5 text-start font-medium whitespace-nowrap">
                {t[heading]}
              </th>
            ) : (
              <SortHeading key={heading} sort={heading} filter={filter} onFilter={onFilter} />
            ),
          )}
        </tr>
      </thead>
      <tbody className="max-xl:grid max-xl:grid-cols-[minmax(0,1fr)] sm:max-xl:grid-cols-2 sm:max-xl:gap-x-8">
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </tbody>
    </table>
  );
}

interface SortHeadingProps extends Pick<PeopleTableProps, 'filter' | 'onFilter'> {
  sort: PeopleSort;
}

/** The first click sorts by the column, the next ones reverse the order. */
function SortHeading({ sort, filter, onFilter }: SortHeadingProps) {
  const t = useAudiencePageMessages().audience.list;
  const { direction } = filter;
  const active = filter.sort === sort;
  const Icon = !active ? ArrowUpDown : direction === 'descending' ? ArrowDown : ArrowUp;
  const reversed = direction === 'ascending' ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={active ? direction : 'none'} className="px-1 py-1.5 font-medium">
      <button
        type="button"
        onClick={() => onFilter({ sort, direction: active ? reversed : firstDirections[sort] })}
        className={clsx(
          'flex min-h-9 items-center gap-1.5 rounded-lg px-2 whitespace-nowrap hover:bg-white/7 hover:text-foreground',
          active && 'text-foreground',
        )}
      >
        {t[sort]}
        <Icon className={clsx('size-3.5', !active && 'opacity-60')} aria-hidden="true" />
      </button>
    </th>
  );
}
