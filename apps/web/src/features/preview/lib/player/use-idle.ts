import { useCallback, useEffect, useRef, useState } from 'react';
import { playerLimits } from '../../../../lib/constants.js';

/** Returns whether pointer, keyboard and touch have been idle for a while; `stir` reports activity. */
export function useIdle() {
  const [idle, setIdle] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stir = useCallback(() => {
    setIdle(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIdle(true), playerLimits.hideControlsAfterMs);
  }, []);
  const rest = useCallback(() => {
    clearTimeout(timer.current);
    setIdle(true);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { idle, stir, rest };
}
