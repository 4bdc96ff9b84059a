import { PENDING_POSTER_KEY } from '../../../lib/constants.js';

/** An upload's address without the signature that was good for the PUT. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
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
  },
  clear(): void {
    inMemory = null;
    try {
      localStorage.removeItem(PENDING_POSTER_KEY);
    } catch {
      // Nothing was kept there.
    }
  },
};

let inMemory: string | null = null;
