import { useState } from 'react';

const KEY = 'dismissedTrailer';

/** Returns whether the message about this trailer was dismissed, now or on an earlier visit. */
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
        // Without storage the message reappears on the next visit.
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
