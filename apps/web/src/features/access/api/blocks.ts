import {
  type BlockChange,
  type BlockKind,
  type BlockTarget,
  blocksRoutes,
  type RouteRequest,
} from '@secure-preview/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';
import { reader } from '../../../lib/query-client.js';

/** Present blocks and their history. Refetched on every mount, because others can change them. */
export const blocksQuery = queryOptions<{ blocks: BlockChange[]; history: BlockChange[] }>({
  queryKey: [blocksRoutes.list.path],
  queryFn: reader(blocksRoutes.list),
  staleTime: 0,
});

export type NewBlock = RouteRequest<typeof blocksRoutes.add>['body'];

export function useAddBlock() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewBlock) => call(blocksRoutes.add, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: blocksQuery.queryKey }),
  });
}

export function useRemoveBlock() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, value }: BlockChange) =>
      call(blocksRoutes.remove, { body: { kind: kind as BlockKind, value } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: blocksQuery.queryKey }),
  });
}

/** Removes several blocks, one after the other. */
export function useRemoveBlocks() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (blocks: readonly BlockTarget[]) => {
      for (const { kind, value } of blocks) await call(blocksRoutes.remove, { body: { kind, value } });
    },
    // Also after an error: earlier calls may have succeeded.
    onSettled: () => queryClient.invalidateQueries({ queryKey: blocksQuery.queryKey }),
  });
}
