import { isSessionExpired, serverMessage } from '../../../lib/http-error.js';
import { toast } from './toast-store.js';

/**
 * Shows why a call failed. An expired session has its own message, which stays (docs/product.md#messages).
 */
export function toastFailure(error: Error, title: string, fallback: string): void {
  if (isSessionExpired(error)) return;
  toast({ title, description: serverMessage(error, fallback), variant: 'destructive' });
}
