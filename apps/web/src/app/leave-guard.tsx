import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../components/ui/button.js';
import { Dialog } from '../components/ui/dialog.js';
import { guardHistory } from '../lib/history-guard.js';

/** Texts of the dialog that requires confirmation. */
interface ReasonToStay {
  title: string;
  text: string;
  stay: string;
  leave: string;
  /** Called when the user leaves nevertheless. */
  onLeave?: () => void;
}

interface LeaveGuard {
  /** Opens a path, after confirmation if there is a reason to stay. */
  leave: (to: string) => void;
  confirmation: ReactNode;
}

/**
 * Requires confirmation to leave a page if input or an upload would be lost. The browser shows the question if the page
 * would unload, a dialog if only the screen would change.
 *
 * @param findReason returns the reason not to open a path; called without a path when the page would unload
 */
export function useLeaveGuard(findReason: (to?: string) => ReasonToStay | undefined): LeaveGuard {
  const [path, navigate] = useLocation();
  const [destination, setDestination] = useState<string | null>(null);
  const isActive = findReason() !== undefined;
  const reason = destination === null ? undefined : findReason(destination);
  if (destination !== null && !reason) setDestination(null);
  const hasReason = useEffectEvent((to: string) => findReason(to) !== undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the current address changes with the path
  useEffect(() => {
    if (!isActive) return;
    const currentAddress = location.pathname + location.search;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    // Runs before the router. Pushes the current entry again, because the direction of the step is unknown.
    const onHistory = (event: PopStateEvent) => {
      const to = location.pathname + location.search;
      if (to !== currentAddress && !hasReason(to)) return;
      event.stopImmediatePropagation();
      history.pushState(null, '', currentAddress);
      if (to !== currentAddress) setDestination(to);
    };
    addEventListener('beforeunload', onUnload);
    guardHistory(onHistory);
    return () => {
      removeEventListener('beforeunload', onUnload);
      guardHistory(null);
    };
  }, [isActive, path]);

  const confirmation = destination !== null && reason && (
    <Dialog title={reason.title} description={reason.text} onClose={() => setDestination(null)}>
      <div className="flex flex-wrap justify-end gap-3 px-5 py-5 sm:px-8">
        <Button
          variant="secondary"
          onClick={() => {
            setDestination(null);
            reason.onLeave?.();
            navigate(destination);
          }}
        >
          {reason.leave}
        </Button>
        <Button onClick={() => setDestination(null)}>{reason.stay}</Button>
      </div>
    </Dialog>
  );
  return { leave: (to) => (findReason(to) ? setDestination(to) : navigate(to)), confirmation };
}
