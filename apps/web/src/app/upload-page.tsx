import type { ListedTrailer } from '@secure-preview/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { LoadingScreen } from '../components/ui/status-screen.js';
import { AuthenticationRequired } from '../features/admin/components/access-gates.js';
import { AdminPage } from '../features/admin/components/admin-page.js';
import { UploadPasswordGate } from '../features/admin/components/upload-password-gate.js';
import { CaptionsSection } from '../features/captions/components/captions-section.js';
import { VersionPlayer } from '../features/preview/lazy-components.js';
import { useLeaveGuard } from '../features/upload/components/leave-guard.js';
import { PosterSection } from '../features/upload/components/poster-section.js';
import ProcessingStrip from '../features/upload/components/processing-strip.js';
import { VideoSection } from '../features/upload/components/video-section.js';
import { isWorkInProgress } from '../features/upload/lib/uploads-in-progress.js';
import { VersionsSection } from '../features/versions/components/versions-section.js';
import { refreshAuthStatus, useAuthStatus } from '../lib/api/auth-status.js';
import { signOut } from '../lib/api/sign-out.js';
import { useUploadPageMessages } from '../messages/upload-page/use-upload-page-messages.js';
import { UnavailableScreen } from './unavailable-screen.js';
import { useRedirectHome } from './use-redirect-home.js';

/** Shows the upload page behind its gates (docs/product.md#upload-page). */
export default function UploadPage() {
  const t = useUploadPageMessages();
  const status = useAuthStatus();
  const redirectHome = useRedirectHome();
  const [wasUnlocked, setWasUnlocked] = useState(false);
  const queryClient = useQueryClient();
  const { leave, confirmation } = useLeaveGuard();

  const unlocked = status.data?.uploadAuthenticated === true;
  if (unlocked && !wasUnlocked) setWasUnlocked(true);

  if (status.isPending) return <LoadingScreen text={t.common.loading} />;
  if (!status.data) return <UnavailableScreen onRetry={() => void status.refetch()} />;
  if (!status.data.authenticated) return <AuthenticationRequired />;
  const { viewer } = status.data;
  const renderPlayer = ({ videoURL, posterURL, title, captions, renditions: [largest] }: ListedTrailer) =>
    videoURL && (
      <Suspense fallback={<LoadingPlayer />}>
        <VersionPlayer
          videoUrl={videoURL}
          posterUrl={posterURL}
          aspectRatio={largest && largest.width / largest.height}
          title={title}
          captions={captions}
          watermark={viewer ? [viewer.name, viewer.email, viewer.ip] : [t.player.confidential]}
          onUnauthorized={() => void refreshAuthStatus(queryClient)}
        />
      </Suspense>
    );
  return (
    <>
      {!unlocked && <UploadPasswordGate />}
      {wasUnlocked && (
        // Stays mounted while the password is required again, which preserves input and uploads.
        <div hidden={!unlocked}>
          <AdminPage
            unlocked={unlocked}
            notice={unlocked && <ProcessingStrip isAdminPage />}
            uploads={
              <>
                <VideoSection onSaved={redirectHome} />
                <PosterSection unlocked={unlocked} onApplied={redirectHome} />
              </>
            }
            captions={<CaptionsSection unlocked={unlocked} />}
            versions={<VersionsSection unlocked={unlocked} renderPlayer={renderPlayer} />}
            onBack={() => leave('/')}
            onSignOut={() => {
              // During an upload the browser asks for confirmation, then follows the link.
              if (isWorkInProgress()) return false;
              void signOut();
              return true;
            }}
            onSaved={redirectHome}
          />
        </div>
      )}
      {confirmation}
    </>
  );
}

function LoadingPlayer() {
  const t = useUploadPageMessages();
  return (
    <p role="status" className="grid aspect-video place-items-center text-muted">
      {t.preview.loadingTrailer}
    </p>
  );
}
