import { type LeakCaseWithPeople, type ListedLeakCase, leaksRoutes } from '@secure-preview/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { PROCESSING_POLL_MS } from '../../../lib/constants.js';
import { call } from '../../../lib/http-client.js';

const { list, read } = leaksRoutes;

/** Returns whether a clip is still being examined, or waits for it. */
export const isRunning = ({ status }: Pick<ListedLeakCase, 'status'>): boolean =>
  status === 'queued' || status === 'working';

/** The examined clips, newest first. Polled only while one is examined. */
export const leaksQuery = queryOptions({
  queryKey: [list.path],
  queryFn: ({ signal }): Promise<{ cases: ListedLeakCase[] }> => call(list, {}, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.cases.some(isRunning) ? PROCESSING_POLL_MS : false),
});

/** A found copy. Polled only while it is examined. */
export const leakQuery = (caseId: string) =>
  queryOptions({
    queryKey: [read.path, caseId],
    queryFn: ({ signal }): Promise<LeakCaseWithPeople> => call(read, { params: { caseId } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? PROCESSING_POLL_MS : false),
  });

/** Returns a function that shows a changed case at once, and reads the list again. */
function useShowChange() {
  const queryClient = useQueryClient();
  return (changed: LeakCaseWithPeople) => {
    queryClient.setQueryData(leakQuery(changed.id).queryKey, changed);
    void queryClient.invalidateQueries({ queryKey: leaksQuery.queryKey });
  };
}

/** Stops the examination of a clip. */
export function useCancelLeak() {
  const show = useShowChange();
  return useMutation({
    mutationFn: (caseId: string) => call(leaksRoutes.cancel, { params: { caseId } }),
    onSuccess: show,
  });
}

interface Note {
  caseId: string;
  note: string;
}

/** Stores a note. @param onFailed called even if the page of the case was left */
export function useSaveNote(onFailed: (error: Error) => void) {
  const show = useShowChange();
  return useMutation({
    mutationFn: ({ caseId, note }: Note) => call(leaksRoutes.note, { params: { caseId }, body: { note } }),
    onSuccess: show,
    onError: onFailed,
  });
}

/** Deletes a case with its clip and result. */
export function useRemoveLeak() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (caseId: string) => call(leaksRoutes.remove, { params: { caseId } }),
    onSuccess: (_, caseId) => {
      queryClient.removeQueries({ queryKey: leakQuery(caseId).queryKey });
      void queryClient.invalidateQueries({ queryKey: leaksQuery.queryKey });
    },
  });
}
