import type { QueryClient } from '@tanstack/react-query';
import { toast } from '../components/ui/toast/toast-store.js';
import { refreshAuthStatus } from '../lib/api/auth-status.js';
import { messages } from '../messages/index.js';

/**
 * Announces that the session expired and refetches the status, which shows the gate
 * (docs/product.md#messages).
 */
export function announceSessionExpired(queryClient: QueryClient): void {
  toast({ title: messages.session.expiredTitle, description: messages.session.expiredText });
  void refreshAuthStatus(queryClient);
}
