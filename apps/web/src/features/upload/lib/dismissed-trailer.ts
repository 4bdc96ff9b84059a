import { useState } from 'react';

const KEY = 'dismissedTrailer';

/** Returns whether the outcome of this trailer was dismissed, in this visit or an earlier one. */
export function useDismissed(trailerId: string | undefined): [dismissed: boolean, dismiss: () => void] {
  const [dismissed, setDismissed] = useState(read);
  return [
    trailerId !== undefined && dismissed === trailerId,
    () => {
      if (trailerId === undefined) return;
      setDismissed(trailerId);
      try {
        localStorage.setItem(KEY, trailerId);
      } catch {
        // Without storage it reappears on the next visit.
      }
    },
  ];
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
