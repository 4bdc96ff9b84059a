import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { REDIRECT_DELAY_MS } from '../lib/constants.js';

/** Goes to the preview a moment after a success, so that its message is read; not once the page is left. */
export function useRedirectHome(): () => void {
  const [, navigate] = useLocation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => navigate('/'), REDIRECT_DELAY_MS);
  }, [navigate]);
}
