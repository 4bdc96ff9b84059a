import { toastLimits } from '../../../lib/constants.js';

interface ToastMessage {
  title: string;
  description: string;
  variant?: 'default' | 'destructive';
  /** Message that follows when this one is dismissed. */
  next?: ToastMessage;
}

export interface Toast extends ToastMessage {
  id: string;
  variant: 'default' | 'destructive';
  open: boolean;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const removalTimers = new Map<string, ReturnType<typeof setTimeout>>();

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Replaces the current message (docs/product.md#messages: one at a time). Keeps the queued follow-ups. */
export function toast(message: ToastMessage): void {
  lastId += 1;
  const queued = toasts.find(({ open }) => open)?.next;
  const shown: Toast = {
    variant: 'default',
    ...(queued ? appendFollowUp(message, queued) : message),
    id: String(lastId),
    open: true,
  };
  publish([shown, ...toasts].slice(0, toastLimits.atOnce));
}

/** Returns the message with `followUp` after its other follow-ups. */
function appendFollowUp(message: ToastMessage, followUp: ToastMessage): ToastMessage {
  return { ...message, next: message.next ? appendFollowUp(message.next, followUp) : followUp };
}

/**
 * Closes a toast. Its follow-up replaces it at once. Without a follow-up, the entry stays for `removalMs` while its
 * exit is animated.
 */
export function dismissToast(id: string): void {
  const next = toasts.find((entry) => entry.id === id && entry.open)?.next;
  publish(toasts.map((entry) => (entry.id === id ? { ...entry, open: false } : entry)));
  if (next) {
    toast(next);
    return;
  }
  if (removalTimers.has(id)) return;
  removalTimers.set(
    id,
    setTimeout(() => {
      removalTimers.delete(id);
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
  /** Removes all toasts at once. */
  clear(): void {
    for (const timer of removalTimers.values()) clearTimeout(timer);
    removalTimers.clear();
    publish([]);
  },
};
