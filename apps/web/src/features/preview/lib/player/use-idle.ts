import { useCallback, useEffect, useRef, useState } from 'react';
import { playerLimits } from '../../../../lib/constants.js';

/** Whether the pointer, the keyboard and touch have been still for a while; `stir` says that they were not. */
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
