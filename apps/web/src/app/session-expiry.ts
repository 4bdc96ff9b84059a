import type { QueryClient } from '@tanstack/react-query';
import { toast } from '../components/ui/toast/toast-store.js';
import { refreshAuthStatus } from '../lib/api/auth-status.js';
import type { Messages } from '../messages/en.js';

/**
 * Announces that the session expired and refetches the status, which shows the gate
 * (docs/product.md#messages).
 */
export function announceSessionExpired(queryClient: QueryClient, { session }: Messages): void {
  toast({ title: session.expiredTitle, description: session.expiredText });
  void refreshAuthStatus(queryClient);
}
