/**
 * Formats seconds as m:ss (docs/product.md#player), or 0:00 for negative and non-finite values. Rounds to the
 * nearest second: renditions of one video differ by milliseconds, and most videos end near a whole second.
 */
export function formatTime(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
