import { useSyncExternalStore } from 'react';

/** Work that must not be interrupted: a file being sent, or a stored file that is not used yet. */
export type Work = 'video' | 'poster' | 'logo' | 'keyArt' | 'clip' | 'trailer' | 'applying';

const running = new Set<Work>();
const listeners = new Set<() => void>();

/** Records whether this kind of work is in progress. */
export function markWork(work: Work, isRunning: boolean): void {
  if (isRunning === running.has(work)) return;
  if (isRunning) running.add(work);
  else running.delete(work);
  for (const listener of listeners) listener();
}

/** Returns whether leaving the page would interrupt work. @param work only this kind of it */
export const isWorkInProgress = (work?: Work): boolean =>
  work === undefined ? running.size > 0 : running.has(work);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Like {@link isWorkInProgress}, but updates with changes. */
export function useWorkInProgress(work?: Work): boolean {
  return useSyncExternalStore(subscribe, () => isWorkInProgress(work));
}
