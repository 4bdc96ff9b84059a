import { useEffect, useSyncExternalStore } from 'react';
import type { UploadKind } from '../api/upload-address.js';

const running = new Set<UploadKind>();
const listeners = new Set<() => void>();

/** Notes whether a file of this kind is on its way. */
export function markUpload(kind: UploadKind, isRunning: boolean): void {
  if (isRunning === running.has(kind)) return;
  if (isRunning) running.add(kind);
  else running.delete(kind);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether any file is on its way. */
export function useUploadInProgress(): boolean {
  return useSyncExternalStore(subscribe, () => running.size > 0);
}

/** Lets the browser ask before a page with an upload under way is left. */
export function useLeaveGuard(): void {
  const uploading = useUploadInProgress();
  useEffect(() => {
    if (!uploading) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [uploading]);
}
