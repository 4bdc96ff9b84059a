import {
  type Lead,
  type LeadProof,
  type LeadSort,
  leadsHeaders,
  leadsRoutes,
} from '@secure-preview/contracts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, callForHeaders } from '../../../lib/http-client.js';

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

/** Pages of captured leads. The previous list stays visible while another filter loads. */
export const leadsQuery = ({ q, sort, proof }: LeadFilter) =>
  infiniteQueryOptions({
    queryKey: [...LISTS_KEY, q, sort, proof],
    queryFn: async ({ pageParam, signal }): Promise<LeadPage> => {
      const query = {
        q,
        sort,
        ...(proof === '' ? {} : { proof }),
        ...(pageParam ? { cursor: pageParam } : {}),
      };
      const { data, headers } = await callForHeaders(leadsRoutes.list, { query }, { signal });
      return {
        leads: data,
        total: Number(headers.get(leadsHeaders.total) ?? data.length),
        totalEstimated: headers.get(leadsHeaders.totalEstimated) === 'true',
        nextCursor: headers.get(leadsHeaders.nextCursor) || null,
        hasProofs: headers.get(leadsHeaders.hasProofs) === 'true',
      };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // Refetches the list on every mount, because new visitors can arrive at any time.
    staleTime: 0,
  });

/** Ends or allows a visit. The lists change once the server has confirmed it. */
export function useChangeVisit() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ leadId, visitEnded }: { leadId: string; visitEnded: boolean }) =>
      call(visitEnded ? leadsRoutes.endVisit : leadsRoutes.allowVisit, { params: { leadId } }),
    onSuccess: (_response, { leadId, visitEnded }) => {
      queryClient.setQueriesData<InfiniteData<LeadPage>>(
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
    },
  });
}

/** Returns a function that reads the lists again. */
export function useRefreshLeads() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: LISTS_KEY });
}
