import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/dialog.js';
import { guardHistory } from '../../../lib/history-guard.js';
import { useMessages } from '../../../messages/use-messages.js';
import { isWorkUnderWay, useWorkUnderWay } from '../lib/uploads-in-progress.js';

/**
 * Asks for confirmation before a page with an upload in progress is left. The browser asks if the page would
 * unload, a dialog if only the screen would change.
 */
export function useLeaveGuard(): { leave: (to: string) => void; question: ReactNode } {
  const t = useMessages().upload.leave;
  const busy = useWorkUnderWay();
  const [, navigate] = useLocation();
  const [asked, setAsked] = useState<string | null>(null);

  useEffect(() => {
    if (!busy) {
      setAsked(null);
      return;
    }
    const here = location.pathname + location.search;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    // Runs before the router. Restores the entry that was left, since the direction of the step is unknown.
    const onHistory = (event: PopStateEvent) => {
      event.stopImmediatePropagation();
      const to = location.pathname + location.search;
      history.pushState(null, '', here);
      if (to !== here) setAsked(to);
    };
    addEventListener('beforeunload', onUnload);
    guardHistory(onHistory);
    return () => {
      removeEventListener('beforeunload', onUnload);
      guardHistory(null);
    };
  }, [busy]);

  const question = asked !== null && (
    <Dialog title={t.title} description={t.text} onClose={() => setAsked(null)}>
      <div className="flex flex-wrap justify-end gap-3 px-5 py-5 sm:px-8">
        <Button variant="secondary" onClick={() => navigate(asked)}>
          {t.leave}
        </Button>
        <Button onClick={() => setAsked(null)}>{t.stay}</Button>
      </div>
    </Dialog>
  );
  return { leave: (to) => (isWorkUnderWay() ? setAsked(to) : navigate(to)), question };
}
