import {
  audienceRoutes,
  type ExportedPerson,
  exportedPersonColumns,
  limits,
} from '@secure-preview/contracts';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';
import { cursorPart, type ExportSource, listOptions } from '../../../lib/list-page.js';
import { retried } from '../../../lib/retried.js';
import type { PeopleFilter } from '../lib/people-filter.js';

const queryOf = ({ q, sort, direction, proof, only, trailerId }: PeopleFilter, cursor: string | null) => ({
  q,
  sort,
  direction,
  ...(proof === '' ? {} : { proof }),
  ...(only === '' ? {} : { only }),
  ...(trailerId === '' ? {} : { trailerId }),
  ...cursorPart(cursor),
});

/** Pages of people. The previous list stays visible while another filter loads. */
export const peopleQuery = (filter: PeopleFilter) =>
  infiniteQueryOptions({
    ...listOptions,
    queryKey: [audienceRoutes.people.path, filter],
    queryFn: ({ pageParam, signal }) =>
      call(audienceRoutes.people, { query: queryOf(filter, pageParam) }, { signal }),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

/**
 * Returns the people who match a filter, for an export: by their first visit, which does not change while the pages are
 * read, so nobody is left out.
 */
export const exportedPeople = (filter: PeopleFilter): ExportSource<ExportedPerson> => ({
  name: 'people',
  columns: exportedPersonColumns,
  readPage: async (cursor, signal) => {
    const stable = { ...filter, sort: 'first', direction: 'ascending' } as const;
    const query = { ...queryOf(stable, cursor), limit: limits.access.page.max };
    const { people, ...end } = await retried(
      () => call(audienceRoutes.export, { query }, { signal }),
      signal,
    );
    return { rows: people, ...end };
  },
});
