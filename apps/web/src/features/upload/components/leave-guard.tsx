import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { guardHistory } from '../../../lib/history-guard.js';
import { useUploadPageMessages } from '../../../messages/upload-page/use-upload-page-messages.js';
import { isWorkInProgress, useWorkInProgress } from '../lib/uploads-in-progress.js';

/**
 * Requires confirmation to leave a page with an upload in progress. The browser asks if the page would unload;
 * a dialog asks if only the screen would change.
 */
export function useLeaveGuard(): { leave: (to: string) => void; confirmation: ReactNode } {
  const t = useUploadPageMessages().upload.leave;
  const busy = useWorkInProgress();
  const [, navigate] = useLocation();
  const [destination, setDestination] = useState<string | null>(null);

  useEffect(() => {
    if (!busy) {
      setDestination(null);
      return;
    }
    const currentAddress = location.pathname + location.search;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    // Runs before the router. Pushes the current entry again, because the direction of the step is unknown.
    const onHistory = (event: PopStateEvent) => {
      event.stopImmediatePropagation();
      const to = location.pathname + location.search;
      history.pushState(null, '', currentAddress);
      if (to !== currentAddress) setDestination(to);
    };
    addEventListener('beforeunload', onUnload);
    guardHistory(onHistory);
    return () => {
      removeEventListener('beforeunload', onUnload);
      guardHistory(null);
    };
  }, [busy]);

  const confirmation = destination !== null && (
    <Dialog title={t.title} description={t.text} onClose={() => setDestination(null)}>
      <div className="flex flex-wrap justify-end gap-3 px-5 py-5 sm:px-8">
        <Button variant="secondary" onClick={() => navigate(destination)}>
          {t.leave}
        </Button>
        <Button onClick={() => setDestination(null)}>{t.stay}</Button>
      </div>
    </Dialog>
  );
  return { leave: (to) => (isWorkInProgress() ? setDestination(to) : navigate(to)), confirmation };
}
