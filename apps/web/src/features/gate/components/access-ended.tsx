import { type AccessEndedReason, authRoutes, entryRoutes } from '@secure-preview/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.js';
import { refreshAuthStatus, useAuthStatus } from '../../../lib/api/auth-status.js';
import { call } from '../../../lib/http-client.js';
import { logFailure } from '../../../lib/log.js';
import { forgetVisitor } from '../../../lib/memory/forget-visitor.js';
import { useEntryMessages } from '../../../messages/entry/use-entry-messages.js';
import { EndedScreen } from './ended-screen.js';

/** Replaces the page of a visitor whose access has ended. Another address needs another session. */
export default function AccessEnded({ reason }: { reason: AccessEndedReason }) {
  const t = useEntryMessages().ended;
  const startsAt = useAuthStatus().data?.startsAt;
  const queryClient = useQueryClient();
  const signOut = useMutation({
    // Also on a shared computer, the next visitor must prove an address.
    mutationFn: () => call(entryRoutes.forgetBrowser),
    onSuccess: () => {
      forgetVisitor();
      return refreshAuthStatus(queryClient);
    },
    onError: (error) => {
      logFailure('Logout failed', error);
      location.assign(authRoutes.logoutLink.path);
    },
  });
  return (
    <EndedScreen
      reason={reason}
      startsAt={startsAt}
      action={
        <Button
          variant="secondary"
          pending={signOut.isPending}
          disabled={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          {t.signOut}
        </Button>
      }
    />
  );
}
