import { toastLimits } from '../../../lib/constants.js';

interface Message {
  title: string;
  description: string;
  variant?: 'default' | 'destructive';
  /** Shown once this one has had its time. */
  next?: Message;
}

export interface Toast extends Message {
  id: string;
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

/**
 * Shows a message; it takes the place of one that is still shown (docs/product.md#messages: one at a time). Keeps the queued
 * follow-up message.
 */
export function toast(message: Message): void {
  lastId += 1;
  const waiting = toasts.find(({ open }) => open)?.next;
  const shown: Toast = {
    variant: 'default',
    ...(waiting ? append(message, waiting) : message),
    id: String(lastId),
    open: true,
  };
  publish([shown, ...toasts].slice(0, toastLimits.atOnce));
}

/** Queues a message behind all that follow another one. */
function append(message: Message, last: Message): Message {
  return { ...message, next: message.next ? append(message.next, last) : last };
}

/** Closes a toast, and shows what follows it. It is forgotten after the specified time, so that its exit can be shown. */
export function dismissToast(id: string): void {
  const next = toasts.find((entry) => entry.id === id && entry.open)?.next;
  publish(toasts.map((entry) => (entry.id === id ? { ...entry, open: false } : entry)));
  if (next) {
    toast(next);
    return;
  }
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
