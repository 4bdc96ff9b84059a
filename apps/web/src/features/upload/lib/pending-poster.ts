import { useSyncExternalStore } from 'react';
import { PENDING_POSTER_KEY } from '../../../lib/constants.js';

/** An upload's address without the signature that was good for the PUT. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

let inMemory: string | null = null;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** The poster that waits for the next trailer. Where storage is off it waits as long as the page is open. */
export const pendingPoster = {
  read(): string | null {
    try {
      return localStorage.getItem(PENDING_POSTER_KEY) ?? inMemory;
    } catch {
      return inMemory;
    }
  },
  save(posterURL: string): void {
    inMemory = withoutQuery(posterURL);
    try {
      localStorage.setItem(PENDING_POSTER_KEY, inMemory);
    } catch {
      // Kept in memory above.
    }
    tell();
  },
  clear(): void {
    inMemory = null;
    try {
      localStorage.removeItem(PENDING_POSTER_KEY);
    } catch {
      // Nothing was kept there.
    }
    tell();
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // What another tab keeps or uses.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Whether a poster waits, in whichever tab it was uploaded or used. */
export function usePosterWaits(): boolean {
  return useSyncExternalStore(subscribe, () => pendingPoster.read() !== null);
}
