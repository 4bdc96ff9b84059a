import type { QueryClient } from '@tanstack/react-query';
import { toast } from '../components/ui/toast/toast-store.js';
import { refreshAuthStatus } from '../lib/api/auth-status.js';
import { messages } from '../messages/index.js';

/** The server no longer knows this visitor: say so, and let the gate come back (docs/product.md#messages). */
export function announceSessionExpired(queryClient: QueryClient): void {
  toast({ title: messages.session.expiredTitle, description: messages.session.expiredText });
  void refreshAuthStatus(queryClient);
}
