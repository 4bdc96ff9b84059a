import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { LoadingScreen } from '../components/ui/status-screen.js';
import { GateScreen } from '../features/gate/components/gate-screen.js';
import { useAuthStatus } from '../lib/api/auth-status.js';
import { messages } from '../messages/index.js';
import { announceSessionExpired } from './session-expiry.js';
import { UnavailableScreen } from './unavailable-screen.js';

const loadPreview = () => import('../features/preview/components/preview-screen.js');
const PreviewScreen = lazy(loadPreview);
const ProcessingStrip = lazy(() => import('../features/upload/components/processing-strip.js'));

/** The gate for strangers, the trailer for whoever passed it. */
export function HomePage() {
  const status = useAuthStatus();
  const queryClient = useQueryClient();
  const onSessionExpired = useCallback(() => announceSessionExpired(queryClient), [queryClient]);
  const authenticated = status.data?.authenticated;

  // While the visitor types, what comes next is fetched.
  useEffect(() => {
    if (authenticated !== false) return;
    const timer = setTimeout(() => void loadPreview().catch(() => undefined), PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [authenticated]);

  if (status.isPending) return <LoadingScreen text={messages.common.loading} />;
  if (!status.data) return <UnavailableScreen onRetry={() => void status.refetch()} />;
  if (!authenticated) return <GateScreen />;
  return (
    <Suspense fallback={<LoadingScreen text={messages.common.loading} />}>
      <PreviewScreen
        viewer={status.data.viewer}
        onSessionExpired={onSessionExpired}
        notice={status.data.uploadAuthenticated && <ProcessingStrip />}
      />
    </Suspense>
  );
}

/** Milliseconds; the gate itself comes first on a slow line. */
const PRELOAD_AFTER_MS = 1500;
