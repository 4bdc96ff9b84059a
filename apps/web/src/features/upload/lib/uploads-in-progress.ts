import { useSyncExternalStore } from 'react';

/** Work that must not be interrupted: a file being sent, or a stored file that is not used yet. */
export type Work = 'video' | 'poster' | 'logo' | 'keyArt' | 'trailer' | 'applying';

const running = new Set<Work>();
const listeners = new Set<() => void>();

/** Records whether this kind of work is in progress. */
export function markWork(work: Work, isRunning: boolean): void {
  if (isRunning === running.has(work)) return;
  if (isRunning) running.add(work);
  else running.delete(work);
  for (const listener of listeners) listener();
}

/** Returns whether leaving the page would interrupt work. */
export const isWorkInProgress = (): boolean => running.size > 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Like {@link isWorkInProgress}, but updates with changes. */
export function useWorkInProgress(): boolean {
  return useSyncExternalStore(subscribe, isWorkInProgress);
}
