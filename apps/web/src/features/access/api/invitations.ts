import {
  type Invitation,
  type InvitationState,
  type invitationSort,
  invitationsRoutes,
  limits,
  type RouteRequest,
} from '@secure-preview/contracts';
import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';
import type { ExportSource } from '../../../lib/list-page.js';
import { retried } from '../../../lib/retried.js';

/** Key of all lists of invitations. */
export const invitationLists = [invitationsRoutes.list.path] as const;

export interface InvitationFilter {
  /** Part of a name or address; empty to match all. */
  q: string;
  state: InvitationState | '';
  sort: (typeof invitationSort.options)[number];
}
export interface InvitationPage {
  invitations: Invitation[];
  total: number;
  nextCursor: string | null;
}

const queryOf = ({ q, state, sort }: InvitationFilter, cursor: string | null) => ({
  q,
  sort,
  ...(state === '' ? {} : { state }),
  ...(cursor === null ? {} : { cursor }),
});

/** Pages of invitations. The previous list stays visible while another filter loads. */
export const invitationsQuery = (filter: InvitationFilter) =>
  infiniteQueryOptions({
    queryKey: [...invitationLists, filter],
    queryFn: ({ pageParam, signal }): Promise<InvitationPage> =>
      call(invitationsRoutes.list, { query: queryOf(filter, pageParam) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // Refetched on every mount, because mails and visitors change the states.
    staleTime: 0,
  });

/** Columns of an export, in order. */
const columns = [
  'id',
  'email',
  'name',
  'state',
  'reason',
  'detail',
  'language',
  'createdAt',
  'startsAt',
  'endsAt',
  'openedAt',
  'watchedShare',
  'blocked',
] as const;

/** An exported invitation. */
interface ExportedInvitation extends Invitation {
  /** Whether the address or its domain is blocked. The state does not say so. */
  readonly blocked: boolean;
}

/** Returns the invitations that match a filter, for an export. */
export const exportedInvitations = (filter: InvitationFilter): ExportSource<ExportedInvitation> => ({
  name: 'invitations',
  columns,
  readPage: async (cursor, signal) => {
    const query = { ...queryOf(filter, cursor), limit: limits.access.page.max };
    const request = () => call(invitationsRoutes.list, { query }, { signal });
    const { invitations, ...end } = await retried(request, signal);
    return { rows: invitations.map((row) => ({ ...row, blocked: row.blocks.length > 0 })), ...end };
  },
});

export type InvitationChange = RouteRequest<typeof invitationsRoutes.change>['body']['change'];

/** Changes invitations, and returns the number of those that changed. */
export function useChangeInvitations() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ ids, change }: { ids: readonly string[]; change: InvitationChange }) => {
      let changed = 0;
      for (let start = 0; start < ids.length; start += limits.access.page.max) {
        const body = { ids: ids.slice(start, start + limits.access.page.max), change };
        changed += (await call(invitationsRoutes.change, { body })).changed;
      }
      return changed;
    },
    // Also after an error: earlier calls may have succeeded.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: invitationLists }),
  });
}

/** Reads the link of an invitation. It is not kept. */
export const useReadLink = () =>
  useMutation({
    mutationFn: async ({ id }: Invitation) =>
      (await call(invitationsRoutes.link, { params: { invitationId: id } })).url,
    gcTime: 0,
  });
