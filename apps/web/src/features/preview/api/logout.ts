import { routes } from '@secure-preview/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshAuthStatus } from '../../../lib/api/auth-status.js';
import { call } from '../../../lib/http-client.js';
import { logFailure } from '../../../lib/log.js';
import { forgetVisitor } from '../../../lib/memory/forget-visitor.js';
import { sendLastReports } from './last-report.js';

/**
 * Reports what was watched, ends the session, and clears what this browser stored of it. Failures are only
 * logged to the console (docs/product.md#messages).
 */
export function useLogout() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await sendLastReports();
      return call(routes.auth.logout);
    },
    onSuccess: forgetVisitor,
    onError: (error) => logFailure('Logout failed', error),
    onSettled: () => refreshAuthStatus(queryClient),
  });
}
