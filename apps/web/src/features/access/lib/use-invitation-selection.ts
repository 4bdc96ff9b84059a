import type { Invitation } from '@secure-preview/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { useAccessPageMessages } from '../../../messages/access-page/use-access-page-messages.js';
import { type InvitationFilter, readMatchingIds } from '../api/invitations.js';

/** Selects loaded invitations, or all that match the filter, whether they are loaded or not. */
export function useInvitationSelection(loaded: readonly Invitation[], filter: InvitationFilter) {
  const messages = useAccessPageMessages();
  const t = messages.access.invitations;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** Ids of all matching invitations, if they were read. */
  const [matching, setMatching] = useState<readonly string[]>([]);
  const unmount = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    unmount.current = controller;
    return () => controller.abort();
  }, []);

  const read = useMutation({
    mutationFn: (signal: AbortSignal) => readMatchingIds(filter, signal),
    onSuccess: (ids) => {
      setMatching(ids);
      setChosen(new Set(ids));
    },
    onError: (error, signal) => {
      if (!signal.aborted) toastFailure(error, t.notSelectedTitle, t.failed, messages);
    },
  });

  const loadedIds = loaded.map(({ id }) => id);
  // Drops invitations that the list no longer contains.
  const selected = [...new Set([...loadedIds, ...matching])].filter((id) => chosen.has(id));
  const isSelected = new Set(selected);
  return {
    selected,
    isSelected,
    areLoadedSelected: loadedIds.every((id) => isSelected.has(id)),
    isReading: read.isPending,
    /** Selects or deselects one invitation. */
    select: (id: string, checked: boolean) => {
      const rest = selected.filter((other) => other !== id);
      setChosen(new Set(checked ? [...rest, id] : rest));
    },
    selectLoaded: () => setChosen(new Set([...selected, ...loadedIds])),
    selectMatching: () => read.mutate(unmount.current.signal),
    clear: () => setChosen(new Set()),
  };
}
