import { toastLimits } from '../../../lib/constants.js';

interface Message {
  title: string;
  description: string;
  variant?: 'default' | 'destructive';
  /** Shown when the time of this one is over. */
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
 * Shows a message in place of the current one (docs/product.md#messages: one at a time). Keeps the queued
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

/** Queues a message behind all follow-ups of another one. */
function append(message: Message, last: Message): Message {
  return { ...message, next: message.next ? append(message.next, last) : last };
}

/**
 * Closes a toast. Its follow-up replaces it at once; without one, the entry is removed after `removalMs`, so
 * that its exit can be animated.
 */
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
  /** Removes everything at once. Called when a page or a test starts. */
  clear(): void {
    for (const timer of removals.values()) clearTimeout(timer);
    removals.clear();
    publish([]);
  },
};
