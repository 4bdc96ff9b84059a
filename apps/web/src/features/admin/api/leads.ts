import {
  type ExportedLead,
  exportedLeadColumns,
  type Lead,
  type LeadProof,
  type LeadSort,
  leadsHeaders,
  leadsRoutes,
  limits,
} from '@secure-preview/contracts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  useQueryClient,
} from '@tanstack/react-query';
import { call, callForHeaders } from '../../../lib/http-client.js';
import { cursorPart, type ExportSource, listOptions } from '../../../lib/list-page.js';
import { retried } from '../../../lib/retried.js';

export interface LeadFilter {
  /** Part of a name or e-mail; empty to match all leads. */
  q: string;
  sort: LeadSort;
  /** Empty to match all leads. */
  proof: LeadProof | '';
}

export interface LeadPage {
  leads: Lead[];
  total: number;
  /** True if the total is large and therefore an estimate. */
  totalEstimated: boolean;
  nextCursor: string | null;
  /** True if any lead, on any page, came with more than a claimed address. */
  hasProofs: boolean;
}

const LISTS_KEY = [leadsRoutes.list.path] as const;

/** Initial filter of the list. */
export const defaultFilter: LeadFilter = { q: '', sort: 'newest', proof: '' };

const queryOf = ({ q, sort, proof }: LeadFilter, cursor: string | null) => ({
  q,
  sort,
  ...(proof === '' ? {} : { proof }),
  ...cursorPart(cursor),
});

/** Pages of captured leads. The previous list stays visible while another filter loads. */
export const leadsQuery = (filter: LeadFilter) =>
  infiniteQueryOptions({
    ...listOptions,
    queryKey: [...LISTS_KEY, filter],
    queryFn: async ({ pageParam, signal }): Promise<LeadPage> => {
      const query = queryOf(filter, pageParam);
      const { data, headers } = await callForHeaders(leadsRoutes.list, { query }, { signal });
      return {
        leads: data,
        total: Number(headers.get(leadsHeaders.total) ?? data.length),
        totalEstimated: headers.get(leadsHeaders.totalEstimated) === 'true',
        nextCursor: headers.get(leadsHeaders.nextCursor) || null,
        hasProofs: headers.get(leadsHeaders.hasProofs) === 'true',
      };
    },
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

/** Returns the leads that match a filter, for an export. */
export const exportedLeads = (filter: LeadFilter): ExportSource<ExportedLead> => ({
  name: 'leads',
  columns: exportedLeadColumns,
  readPage: async (cursor, signal) => {
    const query = { ...queryOf(filter, cursor), limit: limits.leadsPage.max };
    const { leads, ...end } = await retried(() => call(leadsRoutes.export, { query }, { signal }), signal);
    return { rows: leads, ...end };
  },
});

/** Returns a function that stores in the lists that a visit was ended or allowed. */
export function useSetVisitEnded() {
  const queryClient = useQueryClient();
  return (leadId: string, visitEnded: boolean) =>
    void queryClient.setQueriesData<InfiniteData<LeadPage>>(
      { queryKey: LISTS_KEY },
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            leads: page.leads.map((lead) => (lead.id === leadId ? { ...lead, visitEnded } : lead)),
          })),
        },
    );
}

/** Returns a function that reads the lists again. */
export function useRefreshLeads() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: LISTS_KEY });
}
