/**
 * Formats seconds as m:ss (docs/product.md#player), rounded to the nearest second: renditions of one film differ by some
 * milliseconds, and most films end near a whole second. Anything that is no length of time is 0:00.
 */
export function formatTime(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
