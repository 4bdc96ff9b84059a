import { useMemo, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { PENDING_POSTER_DETAILS_KEY, PENDING_POSTER_KEY } from '../../../lib/constants.js';

/** Returns an upload URL without its signature, which is valid for the PUT only. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

/** Stored details of the pending poster, for display. */
const storedDetails = z.object({ posterURL: z.string(), name: z.string(), picture: z.optional(z.string()) });
export type PendingPosterFile = Omit<z.infer<typeof storedDetails>, 'posterURL'>;

const memory = new Map<string, string>();
const listeners = new Set<() => void>();

/** Local storage, or memory for the lifetime of the page if storage is unavailable. */
const storage = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key) ?? memory.get(key) ?? null;
    } catch {
      return memory.get(key) ?? null;
    }
  },
  write(key: string, value: string | null): void {
    memory.delete(key);
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      if (value !== null) memory.set(key, value);
    }
  },
};

function notify(): void {
  for (const listener of listeners) listener();
}

/** The poster that waits for the next trailer. */
export const pendingPoster = {
  read: (): string | null => storage.read(PENDING_POSTER_KEY),
  save(uploadURL: string, file: PendingPosterFile): void {
    const posterURL = withoutQuery(uploadURL);
    storage.write(PENDING_POSTER_KEY, posterURL);
    storage.write(PENDING_POSTER_DETAILS_KEY, JSON.stringify({ posterURL, ...file }));
    notify();
  },
  clear(): void {
    storage.write(PENDING_POSTER_KEY, null);
    storage.write(PENDING_POSTER_DETAILS_KEY, null);
    notify();
  },
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Notifies of changes in other tabs.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Returns the pending poster with the known details of its file, or null. Follows changes in all tabs. */
export function usePendingPoster(): Partial<PendingPosterFile> | null {
  const posterURL = useSyncExternalStore(subscribe, pendingPoster.read);
  const stored = useSyncExternalStore(subscribe, () => storage.read(PENDING_POSTER_DETAILS_KEY));
  return useMemo(() => (posterURL === null ? null : detailsOf(posterURL, stored)), [posterURL, stored]);
}

function detailsOf(posterURL: string, stored: string | null): Partial<PendingPosterFile> {
  try {
    const { data } = z.safeParse(storedDetails, JSON.parse(stored ?? 'null'));
    // A page of an older version may have replaced only the URL of the poster.
    return data?.posterURL === posterURL ? data : {};
  } catch {
    return {};
  }
}
