import { whenIdle } from '../../../lib/when-idle.js';
import { loadHls } from './player/load-hls.js';

const IDLE_DEADLINE_MS = 3000;

/** Preloads hls.js, the largest script, when the page is idle. Does nothing if the visitor's browser saves data. */
export function preloadHlsWhenIdle(load: () => Promise<unknown> = loadHls): void {
  const { saveData } = (navigator as { connection?: { saveData?: boolean } }).connection ?? {};
  // A failure is reported when the player loads it.
  if (!saveData) whenIdle(() => void load().catch(() => undefined), IDLE_DEADLINE_MS);
}
