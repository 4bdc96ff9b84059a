import {
  type CheckedRow,
  type ImportOptions,
  type ImportRow,
  invitationsRoutes,
} from '@secure-preview/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';
import { retried } from '../../../lib/retried.js';
import { inCalls } from './in-calls.js';
import { invitationLists } from './invitations.js';

interface RowsToCheck {
  importId: string;
  rows: readonly ImportRow[];
  signal: AbortSignal;
  /** Receives the number of checked rows. */
  onProgress: (done: number) => void;
}

/** Checks the rows of an import, in calls of the size that the server accepts. Sends no mail. */
async function checkRows({ importId, rows, signal, onProgress }: RowsToCheck): Promise<CheckedRow[]> {
  const checked: CheckedRow[] = [];
  for (const part of inCalls(rows)) {
    const body = { rows: part };
    const request = () => call(invitationsRoutes.addRows, { params: { importId }, body }, { signal });
    checked.push(...(await retried(request, signal)).rows);
    onProgress(checked.length);
  }
  return checked;
}

export const useCheckRows = () => useMutation({ mutationFn: checkRows });

/** Creates the invitations of an import. A repeated call creates none twice. */
export function useConfirmImport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ importId, options }: { importId: string; options: ImportOptions }) =>
      retried(() => call(invitationsRoutes.confirmImport, { params: { importId }, body: options })),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: invitationLists }),
  });
}
