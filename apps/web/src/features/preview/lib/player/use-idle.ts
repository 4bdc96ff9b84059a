import { useCallback, useEffect, useRef, useState } from 'react';
import { playerLimits } from './player-limits.js';

/** Tracks whether the viewer is idle. `markActive` reports activity; `markIdle` skips the delay. */
export function useIdle() {
  const [isIdle, setIdle] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const markActive = useCallback(() => {
    setIdle(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIdle(true), playerLimits.hideControlsAfterMs);
  }, []);
  const markIdle = useCallback(() => {
    clearTimeout(timer.current);
    setIdle(true);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { isIdle, markActive, markIdle };
}
