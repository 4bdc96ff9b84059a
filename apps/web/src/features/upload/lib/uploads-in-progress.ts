import { useSyncExternalStore } from 'react';

/** What must not be cut short: a file on its way, or one that is stored and not yet used. */
export type Work = 'video' | 'poster' | 'trailer' | 'applying';

const running = new Set<Work>();
const listeners = new Set<() => void>();

/** Notes whether such work is under way. */
export function markWork(work: Work, isRunning: boolean): void {
  if (isRunning === running.has(work)) return;
  if (isRunning) running.add(work);
  else running.delete(work);
  for (const listener of listeners) listener();
}

/** Whether anything is under way that leaving the page would cut short. */
export const isWorkUnderWay = (): boolean => running.size > 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Like {@link isWorkUnderWay}, kept up to date. */
export function useWorkUnderWay(): boolean {
  return useSyncExternalStore(subscribe, isWorkUnderWay);
}
