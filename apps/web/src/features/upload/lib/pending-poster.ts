import { useMemo, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { PENDING_POSTER_DETAILS_KEY, PENDING_POSTER_KEY } from '../../../lib/constants.js';

/** An upload's address without the signature that was good for the PUT. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

/** What is remembered of the waiting poster, to show it. */
const details = z.object({ posterURL: z.string(), name: z.string(), picture: z.optional(z.string()) });
export type PendingPosterFile = Omit<z.infer<typeof details>, 'posterURL'>;

const memory = new Map<string, string>();
const listeners = new Set<() => void>();

/** Local storage; where that is off, memory as long as the page is open. */
const kept = {
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
  read: (): string | null => kept.read(PENDING_POSTER_KEY),
  save(uploadURL: string, file: PendingPosterFile): void {
    const posterURL = withoutQuery(uploadURL);
    kept.write(PENDING_POSTER_KEY, posterURL);
    kept.write(PENDING_POSTER_DETAILS_KEY, JSON.stringify({ posterURL, ...file }));
    notify();
  },
  clear(): void {
    kept.write(PENDING_POSTER_KEY, null);
    kept.write(PENDING_POSTER_DETAILS_KEY, null);
    notify();
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

/** The waiting poster with what is known of its file; null when none waits, in whichever tab it was uploaded or used. */
export function usePendingPoster(): Partial<PendingPosterFile> | null {
  const posterURL = useSyncExternalStore(subscribe, pendingPoster.read);
  const stored = useSyncExternalStore(subscribe, () => kept.read(PENDING_POSTER_DETAILS_KEY));
  return useMemo(() => (posterURL === null ? null : detailsOf(posterURL, stored)), [posterURL, stored]);
}

function detailsOf(posterURL: string, stored: string | null): Partial<PendingPosterFile> {
  try {
    const { data } = z.safeParse(details, JSON.parse(stored ?? 'null'));
    // An older page may have replaced the poster alone.
    return data?.posterURL === posterURL ? data : {};
  } catch {
    return {};
  }
}
