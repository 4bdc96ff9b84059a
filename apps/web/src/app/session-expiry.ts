import type { QueryClient } from '@tanstack/react-query';
import { toast } from '../components/ui/toast/toast-store.js';
import { authStatusQuery, refreshAuthStatus } from '../lib/api/auth-status.js';
import type { Messages } from '../messages/en.js';

/**
 * Refetches the status, which shows the gate, and announces that the session expired, unless the gate gives another
 * reason (docs/product.md#messages).
 */
export async function announceSessionExpired(queryClient: QueryClient, { session }: Messages): Promise<void> {
  await refreshAuthStatus(queryClient);
  if (queryClient.getQueryData(authStatusQuery.queryKey)?.proofRequired) return;
  toast({ title: session.expiredTitle, description: session.expiredText });
}
