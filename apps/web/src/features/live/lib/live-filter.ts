import type { LiveOnly, LiveSort } from '@secure-preview/contracts';
import { useSearchParams } from 'wouter';

export interface LiveFilter {
  /** Part of a name or address; empty to match all. */
  q: string;
  /** Empty to match all visits. */
  only: LiveOnly | '';
  sort: LiveSort;
}

/** Filter without parameters in the address. */
const defaults: LiveFilter = { q: '', only: '', sort: 'oldest' };

/** Returns the filter in the parameters of an address; defaults replace unknown values. */
const filterIn = (search: URLSearchParams): LiveFilter => ({
  q: search.get('q')?.slice(0, 200) ?? '',
  only: search.get('only') === 'flagged' ? 'flagged' : '',
  sort: search.get('sort') === 'newest' ? 'newest' : 'oldest',
});

/** Returns the parameters of an address without defaults. */
const parametersOf = (filter: LiveFilter): Record<string, string> =>
  Object.fromEntries(
    (Object.keys(defaults) as (keyof LiveFilter)[])
      .filter((name) => filter[name] !== defaults[name])
      .map((name) => [name, filter[name]]),
  );

/** Returns the filter of the list, and changes it. It is in the address, so it is kept on the way back from a person. */
export function useLiveFilter() {
  const [search, setSearch] = useSearchParams();
  const filter = filterIn(search);
  return {
    filter,
    change: (changed: Partial<LiveFilter>) =>
      setSearch(parametersOf({ ...filter, ...changed }), { replace: true }),
  };
}
