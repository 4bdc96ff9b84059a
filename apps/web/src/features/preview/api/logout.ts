import { routes } from '@secure-preview/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshAuthStatus } from '../../../lib/api/auth-status.js';
import { call } from '../../../lib/http-client.js';
import { logFailure } from '../../../lib/log.js';
import { rememberedGateFields } from '../../../lib/memory/gate-fields.js';
import { forgetPlaybackPositions } from '../../../lib/memory/playback-positions.js';
import { sendLastReports } from '../lib/last-report.js';

/**
 * Reports what was watched, ends the session, and forgets what this browser kept of it; a failure is told to the console
 * only (spec section 8).
 */
export function useLogout() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await sendLastReports();
      return call(routes.auth.logout);
    },
    onSuccess: () => {
      forgetPlaybackPositions();
      rememberedGateFields.forget();
    },
    onError: (error) => logFailure('Logout failed', error),
    onSettled: () => refreshAuthStatus(queryClient),
  });
}
