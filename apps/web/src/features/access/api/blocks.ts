import {
  type BlockChange,
  type BlockKind,
  type BlocksSort,
  type BlockTarget,
  blocksRoutes,
  limits,
  type RouteRequest,
} from '@secure-preview/contracts';
import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';
import { cursorPart, type ExportSource, listOptions } from '../../../lib/list-page.js';
import { retried } from '../../../lib/retried.js';
import { invitationLists } from './invitations.js';

const blockLists = [blocksRoutes.list.path] as const;

export interface BlockFilter {
  /** Part of a value or note; empty to match all. */
  q: string;
  kind: BlockKind | '';
  sort: BlocksSort;
}

const queryOf = ({ q, kind, sort }: BlockFilter, cursor: string | null) => ({
  q,
  sort,
  ...(kind === '' ? {} : { kind }),
  ...cursorPart(cursor),
});

/** Pages of present blocks. */
export const blocksQuery = (filter: BlockFilter) =>
  infiniteQueryOptions({
    ...listOptions,
    queryKey: [...blockLists, filter],
    queryFn: ({ pageParam, signal }) =>
      call(blocksRoutes.list, { query: queryOf(filter, pageParam) }, { signal }),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

/**
 * Pages of the changes, newest first.
 *
 * @param q part of a value, note or name of an administrator; empty to match all
 */
export const blockHistoryQuery = (q: string) =>
  infiniteQueryOptions({
    ...listOptions,
    queryKey: [...blockLists, 'history', q],
    queryFn: ({ pageParam, signal }) =>
      call(blocksRoutes.history, { query: { q, ...cursorPart(pageParam) } }, { signal }),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

const columns = ['at', 'kind', 'value', 'note', 'byName'] as const;
const limit = limits.access.page.max;

/** Returns the blocks that match a filter, for an export. */
export const exportedBlocks = (filter: BlockFilter): ExportSource<BlockChange> => ({
  name: 'blocks',
  columns,
  readPage: async (cursor, signal) => {
    const query = { ...queryOf(filter, cursor), limit };
    const { blocks, ...end } = await retried(() => call(blocksRoutes.list, { query }, { signal }), signal);
    return { rows: blocks, ...end };
  },
});

/** Returns the changes that match a search, for an export. */
export const exportedHistory = (q: string): ExportSource<BlockChange> => ({
  name: 'block-history',
  columns: ['blocked', ...columns],
  readPage: async (cursor, signal) => {
    const query = { q, ...cursorPart(cursor), limit };
    const request = () => call(blocksRoutes.history, { query }, { signal });
    const { changes, ...end } = await retried(request, signal);
    return { rows: changes, ...end };
  },
});

export type NewBlock = RouteRequest<typeof blocksRoutes.add>['body'];

/** Returns a function that reads the lists again, including that of the invitations, which marks blocked people. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: invitationLists });
    return queryClient.invalidateQueries({ queryKey: blockLists });
  };
}

export function useAddBlock() {
  return useMutation({
    mutationFn: (body: NewBlock) => call(blocksRoutes.add, { body }),
    onSuccess: useRefresh(),
  });
}

/** Removes blocks, one after the other. */
export function useRemoveBlocks() {
  return useMutation({
    mutationFn: async (blocks: readonly BlockTarget[]) => {
      for (const { kind, value } of blocks) await call(blocksRoutes.remove, { body: { kind, value } });
    },
    // Also after an error: earlier calls may have succeeded.
    onSettled: useRefresh(),
  });
}
