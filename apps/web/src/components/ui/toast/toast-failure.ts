import { endedReason, isSessionExpired, serverMessage } from '../../../lib/http-error.js';
import type { Messages } from '../../../messages/en.js';
import { toast } from './toast-store.js';

/**
 * Shows why a call failed. Ignores an expired session and ended access, which the page shows by itself
 * (docs/product.md#messages).
 */
export function toastFailure(error: Error, title: string, fallback: string, messages: Messages): void {
  if (isSessionExpired(error) || endedReason(error)) return;
  toast({ title, description: serverMessage(error, fallback, messages), variant: 'destructive' });
}
