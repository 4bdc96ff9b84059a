import type { ListedTrailer } from '@secure-preview/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { BlockOrUnblockDialog } from '../features/access/lazy-components.js';
import { AdminPage } from '../features/admin/components/admin-page.js';
import { CaptionsSection } from '../features/captions/components/captions-section.js';
import { VersionPlayer } from '../features/preview/lazy-components.js';
import { PosterSection } from '../features/upload/components/poster-section.js';
import ProcessingStrip from '../features/upload/components/processing-strip.js';
import { VideoSection } from '../features/upload/components/video-section.js';
import { VersionsSection } from '../features/versions/components/versions-section.js';
import { refreshAuthStatus, useAuthStatus } from '../lib/api/auth-status.js';
import { useUploadPageMessages } from '../messages/upload-page/use-upload-page-messages.js';
import { showAccessEnded } from './access-ended.js';
import { useRedirectHome } from './use-redirect-home.js';

/**
 * The first page of the admin area: uploads, texts and leads (docs/product.md#upload-page).
 *
 * @param shown false while it is mounted but hidden, which preserves input and uploads
 */
export function UploadPage({ shown }: { shown: boolean }) {
  const t = useUploadPageMessages();
  const viewer = useAuthStatus().data?.viewer;
  const redirectHome = useRedirectHome(shown);
  const queryClient = useQueryClient();
  const renderPlayer = ({ id, videoURL, posterURL, title, captions, renditions: [largest] }: ListedTrailer) =>
    videoURL && (
      <Suspense fallback={<LoadingPlayer />}>
        <VersionPlayer
          trailerId={id}
          videoUrl={videoURL}
          posterUrl={posterURL}
          aspectRatio={largest && largest.width / largest.height}
          title={title}
          captions={captions}
          watermark={viewer ? [viewer.name, viewer.email, viewer.ip] : [t.player.confidential]}
          onAccessLost={(reason) => {
            if (reason) showAccessEnded(queryClient, reason);
            else void refreshAuthStatus(queryClient);
          }}
        />
      </Suspense>
    );
  return (
    <AdminPage
      unlocked={shown}
      notice={shown && <ProcessingStrip isAdminPage />}
      uploads={
        <>
          <VideoSection onSaved={redirectHome} />
          <PosterSection unlocked={shown} onApplied={redirectHome} />
        </>
      }
      captions={<CaptionsSection unlocked={shown} />}
      versions={<VersionsSection unlocked={shown} renderPlayer={renderPlayer} />}
      renderBlockDialog={(props) => (
        <Suspense>
          <BlockOrUnblockDialog {...props} />
        </Suspense>
      )}
      onSaved={redirectHome}
    />
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
