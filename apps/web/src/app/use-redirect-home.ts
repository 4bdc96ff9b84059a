import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { toast } from '../components/ui/toast/toast-store.js';
import { isWorkInProgress } from '../features/upload/lib/uploads-in-progress.js';
import { REDIRECT_DELAY_MS } from '../lib/constants.js';
import type { Success } from '../lib/redirect-toast.js';
import { useMessages } from '../messages/use-messages.js';

/**
 * Shows a success message and opens the preview after a delay. Does not navigate after the user has left the page, nor
 * during an upload, which navigation would abort.
 *
 * @param shown false while another page of the admin area is shown; that page then stays open
 */
export function useRedirectHome(shown = true): (success: Success) => void {
  const t = useMessages();
  const [, navigate] = useLocation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!shown) clearTimeout(timer.current);
  }, [shown]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    ({ title, text, stayingText, awayText, warning }: Success) => {
      clearTimeout(timer.current);
      const isUploading = isWorkInProgress();
      const warningToast = {
        title: t.common.warningTitle,
        description: warning ?? '',
        variant: 'destructive',
      } as const;
      toast({
        title,
        description: !shown ? awayText : isUploading ? stayingText : text,
        ...(warning ? { next: warningToast } : {}),
      });
      if (!shown || isUploading) return;
      timer.current = setTimeout(() => {
        if (!isWorkInProgress()) navigate('/');
      }, REDIRECT_DELAY_MS);
    },
    [navigate, shown, t],
  );
}
