import { useState } from 'react';
import { useLocation } from 'wouter';
import { LoadingScreen } from '../components/ui/status-screen.js';
import { AuthenticationRequired } from '../features/admin/components/access-gates.js';
import { AdminPage } from '../features/admin/components/admin-page.js';
import { UploadPasswordGate } from '../features/admin/components/upload-password-gate.js';
import { PosterSection } from '../features/upload/components/poster-section.js';
import { VideoSection } from '../features/upload/components/video-section.js';
import { useLeaveGuard, useUploadInProgress } from '../features/upload/lib/uploads-in-progress.js';
import { useAuthStatus } from '../lib/api/auth-status.js';
import { messages } from '../messages/index.js';
import { UnavailableScreen } from './unavailable-screen.js';
import { useRedirectHome } from './use-redirect-home.js';

/** The three gates of /upload (spec section 2). */
export default function UploadPage() {
  const status = useAuthStatus();
  const [, navigate] = useLocation();
  const uploading = useUploadInProgress();
  const redirectHome = useRedirectHome();
  const [wasUnlocked, setWasUnlocked] = useState(false);
  useLeaveGuard();

  const unlocked = status.data?.uploadAuthenticated === true;
  if (unlocked && !wasUnlocked) setWasUnlocked(true);

  if (status.isPending) return <LoadingScreen text={messages.common.loading} />;
  if (!status.data) return <UnavailableScreen onRetry={() => void status.refetch()} />;
  if (!status.data.authenticated) return <AuthenticationRequired />;
  return (
    <>
      {!unlocked && <UploadPasswordGate />}
      {wasUnlocked && (
        // Kept while the password is asked for again, so that no input and no upload is lost.
        <div hidden={!unlocked}>
          <AdminPage
            unlocked={unlocked}
            uploads={
              <>
                <VideoSection onSaved={redirectHome} />
                <PosterSection onApplied={redirectHome} />
              </>
            }
            // A real navigation lets the browser ask about an upload under way.
            onBack={() => (uploading ? location.assign('/') : navigate('/'))}
            onSaved={redirectHome}
          />
        </div>
      )}
    </>
  );
}
