import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toastFailure } from '../../../components/ui/toast/toast-failure.js';
import { useAccessPageMessages } from '../../../messages/access-page/use-access-page-messages.js';

interface Selectable {
  readonly id: string;
}

/** Rows of a list that can be selected. */
interface SelectableList<R extends Selectable> {
  readonly loaded: readonly R[];
  /** Reads all rows that match the filter. */
  readonly readMatching: (signal: AbortSignal) => Promise<R[]>;
  /** Says that they could not be read. */
  readonly failed: string;
}

export type Selection = ReturnType<typeof useSelection>;

/** Selects loaded rows of a list, or all that match the filter, whether they are loaded or not. */
export function useSelection<R extends Selectable>({ loaded, readMatching, failed }: SelectableList<R>) {
  const messages = useAccessPageMessages();
  const t = messages.access.selection;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** All matching rows, if they were read. */
  const [matching, setMatching] = useState<readonly R[]>([]);
  const unmount = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    unmount.current = controller;
    return () => controller.abort();
  }, []);

  const read = useMutation({
    mutationFn: readMatching,
    onSuccess: (rows) => {
      setMatching(rows);
      setChosen(new Set(rows.map(({ id }) => id)));
    },
    onError: (error, signal) => {
      if (!signal.aborted) toastFailure(error, t.notSelectedTitle, failed, messages);
    },
  });

  const loadedIds = loaded.map(({ id }) => id);
  // Drops rows that the list no longer contains. Loaded rows are read again after changes, so they replace others.
  const rows = new Map([...matching, ...loaded].map((row) => [row.id, row]));
  const selectedRows = [...rows.values()].filter(({ id }) => chosen.has(id));
  const selected = selectedRows.map(({ id }) => id);
  const isSelected = new Set(selected);
  return {
    selected,
    selectedRows,
    isSelected,
    areLoadedSelected: loadedIds.every((id) => isSelected.has(id)),
    isReading: read.isPending,
    /** Selects or deselects one row. */
    select: (id: string, checked: boolean) => {
      const rest = selected.filter((other) => other !== id);
      setChosen(new Set(checked ? [...rest, id] : rest));
    },
    selectLoaded: () => setChosen(new Set([...selected, ...loadedIds])),
    selectMatching: () => read.mutate(unmount.current.signal),
    clear: () => setChosen(new Set()),
  };
}
