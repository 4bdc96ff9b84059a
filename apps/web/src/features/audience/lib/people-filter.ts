import type { LeadProof, PeopleOnly, PeopleSort, SortDirection } from '@secure-preview/contracts';
import { useSearchParams } from 'wouter';

export interface PeopleFilter {
  /** Part of a name or e-mail; empty to match all people. */
  q: string;
  sort: PeopleSort;
  direction: SortDirection;
  /** Empty to match all people. */
  proof: LeadProof | '';
  /** Empty to match all people. */
  only: PeopleOnly | '';
  /** Version whose watched time is shown; empty for the shown one. */
  trailerId: string;
}

/** Filter without parameters in the address. */
const defaults: PeopleFilter = {
  q: '',
  sort: 'last',
  direction: 'descending',
  proof: '',
  only: '',
  trailerId: '',
};

/** Direction of each order when it is chosen. */
export const firstDirections: Record<PeopleSort, SortDirection> = {
  name: 'ascending',
  email: 'ascending',
  first: 'descending',
  last: 'descending',
  visits: 'descending',
  watched: 'descending',
  flags: 'descending',
  blocked: 'descending',
};
const sorts = Object.keys(firstDirections) as PeopleSort[];
const directions: readonly SortDirection[] = ['ascending', 'descending'];
const proofs: readonly LeadProof[] = ['proved', 'claimed'];
const onlyOptions: readonly PeopleOnly[] = ['flagged', 'blocked'];

/** Returns the filter in the parameters of an address; defaults replace unknown values. */
function filterIn(search: URLSearchParams): PeopleFilter {
  const chosen = <V extends string>(values: readonly V[], name: string) =>
    values.find((value) => value === search.get(name));
  return {
    q: search.get('q')?.slice(0, 200) ?? '',
    sort: chosen(sorts, 'sort') ?? defaults.sort,
    direction: chosen(directions, 'direction') ?? defaults.direction,
    proof: chosen(proofs, 'proof') ?? '',
    only: chosen(onlyOptions, 'only') ?? '',
    trailerId: search.get('trailerId') ?? '',
  };
}

/** Returns the parameters of an address without defaults. */
const parametersOf = (filter: PeopleFilter): Record<string, string> =>
  Object.fromEntries(
    (Object.keys(defaults) as (keyof PeopleFilter)[])
      .filter((name) => filter[name] !== defaults[name])
      .map((name) => [name, filter[name]]),
  );

/** Returns the filter of the list, and changes it. It is in the address, so it is kept on the way back from a person. */
export function usePeopleFilter() {
  const [search, setSearch] = useSearchParams();
  const filter = filterIn(search);
  return {
    filter,
    change: (changed: Partial<PeopleFilter>) =>
      setSearch(parametersOf({ ...filter, ...changed }), { replace: true }),
  };
}
