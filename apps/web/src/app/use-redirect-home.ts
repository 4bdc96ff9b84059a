import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { toast } from '../components/ui/toast/toast-store.js';
import { isWorkUnderWay } from '../features/upload/lib/uploads-in-progress.js';
import { REDIRECT_DELAY_MS } from '../lib/constants.js';
import type { Success } from '../lib/redirect-toast.js';
import { messages } from '../messages/index.js';

/**
 * Tells a success and goes to the preview a moment later, so that the message is read; not once the page is left, and
 * not while an upload is under way, which would end it.
 */
export function useRedirectHome(): (success: Success) => void {
  const [, navigate] = useLocation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    ({ title, text, stayingText, warning }: Success) => {
      clearTimeout(timer.current);
      const stays = isWorkUnderWay();
      const next = {
        title: messages.common.warningTitle,
        description: warning ?? '',
        variant: 'destructive',
      } as const;
      toast({ title, description: stays ? stayingText : text, ...(warning ? { next } : {}) });
      if (stays) return;
      timer.current = setTimeout(() => {
        if (!isWorkUnderWay()) navigate('/');
      }, REDIRECT_DELAY_MS);
    },
    [navigate],
  );
}
