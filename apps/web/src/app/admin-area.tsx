import { Suspense, useCallback, useState } from 'react';
import { useLocation } from 'wouter';
import { LoadingScreen } from '../components/ui/status-screen.js';
import { AuthenticationRequired } from '../features/admin/components/access-gates.js';
import { AdminFrame } from '../features/admin/components/admin-frame.js';
import { UploadPasswordGate } from '../features/admin/components/upload-password-gate.js';
import { AdministratorSignIn } from '../features/gate/components/administrator-sign-in.js';
import { isWorkInProgress, useWorkInProgress } from '../features/upload/lib/uploads-in-progress.js';
import { useAuthStatus } from '../lib/api/auth-status.js';
import { usePortalConfig } from '../lib/api/portal-config.js';
import { signOut } from '../lib/api/sign-out.js';
import { useUploadPageMessages } from '../messages/upload-page/use-upload-page-messages.js';
import { adminPageAt, adminPages, UPLOAD_PATH } from './admin-pages.js';
import { useLeaveGuard } from './leave-guard.js';
import NotFoundPage from './not-found-page.js';
import { PageBoundary } from './page-boundary.js';
import { UnavailableScreen } from './unavailable-screen.js';
import { UploadPage } from './upload-page.js';

const isPage = (path: string) => path === UPLOAD_PATH || adminPageAt(path) !== undefined;

/** Returns whether uploads continue at a path, coming from another one. That of a clip ends with its page. */
const keepsUploads = (to: string, from: string) =>
  isPage(to) && (!isWorkInProgress('clip') || adminPageAt(to) === adminPageAt(from));

/** Shows the page of the admin area at this address, or the not-found page. */
export default function AdminArea() {
  const [location] = useLocation();
  const path = location.replace(/\/+$/, '');
  return isPage(path) ? <GatedArea path={path} /> : <NotFoundPage />;
}

/**
 * Where the gate is not open, or blocks them, strangers can enter here: neither codes nor blocks may lock the
 * administrator out.
 */
function StrangerGate({ isBlocked }: { isBlocked: boolean }) {
  const t = useUploadPageMessages();
  const config = usePortalConfig();
  if (isBlocked) return <AdministratorSignIn />;
  // Not `isPending`: the header of the next screen may fetch a missing configuration again.
  if (!config.isFetched) return <LoadingScreen text={t.common.loading} />;
  if (config.data && config.data.gateMode !== 'open') return <AdministratorSignIn />;
  return <AuthenticationRequired />;
}

/** The admin area behind its gates (docs/product.md#upload-page). */
function GatedArea({ path }: { path: string }) {
  const t = useUploadPageMessages();
  const status = useAuthStatus();
  const [wasUnlocked, setWasUnlocked] = useState(false);
  const [discard, setDiscard] = useState<{ run: () => void } | null>(null);
  const onUnsaved = useCallback((run: (() => void) | null) => setDiscard(run && { run }), []);
  const isUploading = useWorkInProgress();
  const [keepsUploadPage, setKeepsUploadPage] = useState(false);

  const { leave, confirmation } = useLeaveGuard((to) => {
    if (isWorkInProgress() && !(to && keepsUploads(to, path))) return t.upload.leave;
    return discard && to !== path ? { ...t.adminArea.unsaved, onLeave: discard.run } : undefined;
  });

  const unlocked = status.data?.uploadAuthenticated === true;
  if (unlocked && !wasUnlocked) setWasUnlocked(true);
  const isUploadPage = path === UPLOAD_PATH;
  if (isUploadPage && keepsUploadPage !== isUploading) setKeepsUploadPage(isUploading);

  if (status.isPending) return <LoadingScreen text={t.common.loading} />;
  if (!status.data) return <UnavailableScreen onRetry={() => void status.refetch()} />;
  // Blocks must not lock the administrator out.
  if (status.data.accessEnded) return <AdministratorSignIn />;
  if (!status.data.authenticated) return <StrangerGate isBlocked={status.data.networkBlocked === true} />;
  const page = adminPageAt(path);
  return (
    <>
      {!unlocked && <UploadPasswordGate />}
      {wasUnlocked && (
        // Stays mounted while the password is required again, which preserves input and uploads.
        <div hidden={!unlocked}>
          <AdminFrame
            links={[
              { path: UPLOAD_PATH, label: t.adminArea.pages.upload },
              ...adminPages.map(({ path, name }) => ({ path, label: t.adminArea.pages[name] })),
            ]}
            current={page?.path ?? path}
            location={path}
            onLeave={leave}
            onSignOut={() => {
              // During an upload, or with unsaved input, lets the browser confirm and follow the link.
              if (isWorkInProgress() || discard) return false;
              void signOut();
              return true;
            }}
          >
            {(isUploadPage || keepsUploadPage) && (
              // Stays mounted behind other pages during an upload, so the upload continues.
              <div hidden={!isUploadPage}>
                <UploadPage shown={unlocked && isUploadPage} />
              </div>
            )}
            {page && (
              <PageBoundary key={page.path}>
                <Suspense fallback={<LoadingScreen text={t.common.loading} />}>
                  <page.Page unlocked={unlocked} onUnsaved={onUnsaved} onLeave={leave} />
                </Suspense>
              </PageBoundary>
            )}
          </AdminFrame>
        </div>
      )}
      {confirmation}
    </>
  );
}
