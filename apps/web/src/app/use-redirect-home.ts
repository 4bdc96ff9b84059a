import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { dismissToast, toast } from '../components/ui/toast/toast-store.js';
import { isWorkUnderWay } from '../features/upload/lib/uploads-in-progress.js';
import { REDIRECT_DELAY_MS, TOAST_AFTER_REDIRECT_MS } from '../lib/constants.js';
import type { Success } from '../lib/success.js';

/**
 * Tells a success and goes to the preview a moment later, so that the message is read; not once the page is left, and
 * not while an upload is under way, which would end it.
 */
export function useRedirectHome(): (success: Success) => void {
  const [, navigate] = useLocation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    ({ title, text, stayingText, lasting }: Success) => {
      clearTimeout(timer.current);
      const stays = isWorkUnderWay();
      const told = toast({ title, description: stays ? stayingText : text });
      if (stays) return;
      timer.current = setTimeout(() => {
        if (isWorkUnderWay()) return;
        navigate('/');
        // There it has come true.
        if (!lasting) setTimeout(() => dismissToast(told), TOAST_AFTER_REDIRECT_MS);
      }, REDIRECT_DELAY_MS);
    },
    [navigate],
  );
}
