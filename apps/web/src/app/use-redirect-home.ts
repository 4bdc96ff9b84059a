import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { toast } from '../components/ui/toast/toast-store.js';
import { isWorkUnderWay } from '../features/upload/lib/uploads-in-progress.js';
import { REDIRECT_DELAY_MS } from '../lib/constants.js';
import type { Success } from '../lib/redirect-toast.js';
import { useMessages } from '../messages/use-messages.js';

/**
 * Shows a success message and goes to the preview after a delay, so that the message can be read. Does not
 * navigate after the page is left, nor during an upload, which navigation would end.
 */
export function useRedirectHome(): (success: Success) => void {
  const t = useMessages();
  const [, navigate] = useLocation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    ({ title, text, stayingText, warning }: Success) => {
      clearTimeout(timer.current);
      const stays = isWorkUnderWay();
      const next = {
        title: t.common.warningTitle,
        description: warning ?? '',
        variant: 'destructive',
      } as const;
      toast({ title, description: stays ? stayingText : text, ...(warning ? { next } : {}) });
      if (stays) return;
      timer.current = setTimeout(() => {
        if (!isWorkUnderWay()) navigate('/');
      }, REDIRECT_DELAY_MS);
    },
    [navigate, t],
  );
}
