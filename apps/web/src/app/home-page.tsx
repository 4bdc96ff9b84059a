import type { AccessEndedReason } from '@secure-preview/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback } from 'react';
import { RetryBoundary } from '../components/ui/retry-boundary.js';
import { LoadingScreen } from '../components/ui/status-screen.js';
import { GateScreen } from '../features/gate/components/gate-screen.js';
import { PreviewScreen } from '../features/preview/lazy-components.js';
import { useAuthStatus } from '../lib/api/auth-status.js';
import { invitationLink, useInvitationLink } from '../lib/invitation-link.js';
import { lazyComponent } from '../lib/lazy-component.js';
import { uploadDrafts } from '../lib/memory/upload-drafts.js';
import { useMessages } from '../messages/use-messages.js';
import { showAccessEnded } from './access-ended.js';
import { forgetViewer } from './forget-viewer.js';
import { announceSessionExpired } from './session-expiry.js';
import { UnavailableScreen } from './unavailable-screen.js';
import { usePreviewPreload } from './use-preview-preload.js';

const AccessEnded = lazyComponent(() => import('../features/gate/components/access-ended.js'));
const InvitedEntry = lazyComponent(() => import('../features/gate/components/invitation/invited-entry.js'));
// Loads with the page, because React shows a fallback for at least 300 ms.
if (invitationLink.read()) InvitedEntry.preload();
const UploadNotices = lazyComponent(() => import('./upload-notices.js'));

/** Shows the gate before sign-in and the trailer afterwards. */
export function HomePage() {
  const messages = useMessages();
  const status = useAuthStatus();
  const queryClient = useQueryClient();
  const onAccessLost = useCallback(
    (reason?: AccessEndedReason) =>
      reason ? showAccessEnded(queryClient, reason) : void announceSessionExpired(queryClient, messages),
    [queryClient, messages],
  );
  const link = useInvitationLink();
  const authenticated = status.data?.authenticated;

  usePreviewPreload(authenticated);

  if (status.isPending) return <LoadingScreen text={messages.common.loading} />;
  if (!status.data) return <UnavailableScreen onRetry={() => void status.refetch()} />;
  const { accessEnded, networkBlocked } = status.data;
  // A blocked network cannot use the link.
  if (link && (accessEnded || !networkBlocked)) {
    return (
      <Suspense fallback={<LoadingScreen text={messages.common.loading} />}>
        <InvitedEntry
          key={`${link.id}.${link.secret}`}
          link={link}
          status={status.data}
          onReplaceSession={() => forgetViewer(queryClient)}
        />
      </Suspense>
    );
  }
  if (accessEnded || networkBlocked) {
    return (
      <Suspense fallback={<LoadingScreen text={messages.common.loading} />}>
        <AccessEnded reason={accessEnded} />
      </Suspense>
    );
  }
  if (!authenticated) {
    const { acceptAgain, proofRequired } = status.data;
    return <GateScreen acceptAgain={acceptAgain} proofRequired={proofRequired} />;
  }
  return (
    <Suspense fallback={<LoadingScreen text={messages.common.loading} />}>
      <PreviewScreen
        viewer={status.data.viewer}
        onAccessLost={onAccessLost}
        notice={
          (status.data.uploadAuthenticated || uploadDrafts.exist()) && (
            <RetryBoundary fallback={() => null}>
              <Suspense fallback={null}>
                <UploadNotices isUploader={status.data.uploadAuthenticated} />
              </Suspense>
            </RetryBoundary>
          )
        }
      />
    </Suspense>
  );
}
