import { leadsRoutes, limits, type PersonPage, personLimits, personRoutes } from '@secure-preview/contracts';
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';
import { cursorPart, type ExportSource, listOptions } from '../../../lib/list-page.js';
import { retried } from '../../../lib/retried.js';
import { type ExportedVisit, exportedVisitColumns, exportedVisitsOf } from '../lib/exported-visits.js';

const { read } = personRoutes;

/** Pages of the visits of a person, newest first, each with the person. */
export const personQuery = (personId: string) =>
  infiniteQueryOptions({
    ...listOptions,
    queryKey: [read.path, personId],
    queryFn: ({ pageParam, signal }): Promise<PersonPage> => {
      const query = { limit: personLimits.visitsShown, ...cursorPart(pageParam) };
      return call(read, { params: { personId }, query }, { signal });
    },
    getNextPageParam: (page) => page.nextCursor,
  });

/** Returns the visits of a person with what was watched, for an export: a row for each visit and version. */
export const exportedVisits = (personId: string): ExportSource<ExportedVisit> => ({
  name: 'visits',
  columns: exportedVisitColumns,
  readPage: async (cursor, signal) => {
    const query = { limit: limits.access.page.max, ...cursorPart(cursor) };
    const page = await retried(() => call(read, { params: { personId }, query }, { signal }), signal);
    return { rows: exportedVisitsOf(page), total: page.total, nextCursor: page.nextCursor };
  },
});

/** Returns a function that reads people again, and the leads of the upload page when it is shown. */
export function useRefreshPeople() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: [read.path] });
    void queryClient.invalidateQueries({ queryKey: [leadsRoutes.list.path] });
  };
}
