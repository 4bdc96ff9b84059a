import { authRoutes } from '@secure-preview/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshAuthStatus } from '../../../lib/api/auth-status.js';
import { call } from '../../../lib/http-client.js';
import { logFailure } from '../../../lib/log.js';
import { forgetVisitor } from '../../../lib/memory/forget-visitor.js';
import { sendLastReports } from './last-report.js';

/**
 * Sends the last watch reports, ends the session, and clears the viewer's data in this browser. Logs failures
 * to the console only (docs/product.md#messages).
 */
export function useLogout() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await sendLastReports();
      return call(authRoutes.logout);
    },
    onSuccess: forgetVisitor,
    onError: (error) => logFailure('Logout failed', error),
    onSettled: () => refreshAuthStatus(queryClient),
  });
}
