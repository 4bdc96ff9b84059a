import { toastLimits } from '../../../lib/constants.js';

export interface Toast {
  id: string;
  title: string;
  description: string;
  variant: 'default' | 'destructive';
  open: boolean;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const removals = new Map<string, ReturnType<typeof setTimeout>>();

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a message; it takes the place of one that is still shown (spec section 9: one at a time). */
export function toast(message: { title: string; description: string; variant?: Toast['variant'] }): string {
  lastId += 1;
  const id = String(lastId);
  const next: Toast = { variant: 'default', ...message, id, open: true };
  publish([next, ...toasts].slice(0, toastLimits.atOnce));
  return id;
}

/** Closes a toast; it is forgotten after the specified time, so that its exit can be shown. */
export function dismissToast(id: string): void {
  publish(toasts.map((entry) => (entry.id === id ? { ...entry, open: false } : entry)));
  if (removals.has(id)) return;
  removals.set(
    id,
    setTimeout(() => {
      removals.delete(id);
      publish(toasts.filter((entry) => entry.id !== id));
    }, toastLimits.removalMs),
  );
}

export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => toasts,
  /** Forgets everything at once; a new page, or a test, begins so. */
  clear(): void {
    for (const timer of removals.values()) clearTimeout(timer);
    removals.clear();
    publish([]);
  },
};
