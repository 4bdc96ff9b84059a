import { authRoutes, entryRoutes } from '@secure-preview/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.js';
import { refreshAuthStatus, useAuthStatus } from '../../../lib/api/auth-status.js';
import { call } from '../../../lib/http-client.js';
import { logFailure } from '../../../lib/log.js';
import { forgetVisitor } from '../../../lib/memory/forget-visitor.js';
import { useEntryMessages } from '../../../messages/entry/use-entry-messages.js';
import { useMessages } from '../../../messages/use-messages.js';
import { EndedScreen, type NoAccessReason } from './ended-screen.js';

interface AccessEndedProps {
  /** Without one, the network of a stranger is blocked. */
  reason: NoAccessReason | undefined;
}

/** Replaces the page of a visitor who may not enter, or whose access or playback was ended. */
export default function AccessEnded({ reason = 'networkBlocked' }: AccessEndedProps) {
  const startsAt = useAuthStatus().data?.startsAt;
  return (
    <EndedScreen
      reason={reason}
      startsAt={startsAt}
      action={reason === 'playbackEnded' || reason === 'networkBlocked' ? <TryAgain /> : <OtherAddress />}
    />
  );
}

/** Reads the status again: the playback may be allowed again, and the device may be in another network. */
function TryAgain() {
  const t = useMessages().common;
  const queryClient = useQueryClient();
  const retry = useMutation({ mutationFn: () => refreshAuthStatus(queryClient) });
  return (
    <Button
      variant="secondary"
      pending={retry.isPending}
      disabled={retry.isPending}
      onClick={() => retry.mutate()}
    >
      {t.tryAgain}
    </Button>
  );
}

/** Signs out, because another address needs another session. */
function OtherAddress() {
  const t = useEntryMessages().ended;
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
    <Button
      variant="secondary"
      pending={signOut.isPending}
      disabled={signOut.isPending}
      onClick={() => signOut.mutate()}
    >
      {t.signOut}
    </Button>
  );
}
