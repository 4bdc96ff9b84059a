import type { FlagFacts } from '@secure-preview/contracts';
import type { PlayingSession } from '../observation.js';

/** Thresholds of the rule (docs/product.md#flags). */
export const sessionLimits = {
  /** Sessions of a person that may play at once, such as on a phone, a tablet and a computer. */
  atOnce: 3,
  /** Milliseconds since the last report of a session that plays. Players report at least every 9 s. */
  reportedWithinMs: 15_000,
  /** Hours in which a person is flagged once. */
  repeatHours: 24,
} as const;

/** Flags a person of whom too many sessions play at once. */
export function manySessionsFlag(sessions: readonly PlayingSession[], now: number): FlagFacts | undefined {
  const { atOnce, reportedWithinMs } = sessionLimits;
  const playing = new Set(
    sessions.filter(({ playedAt }) => playedAt > now - reportedWithinMs).map(({ leadId }) => leadId),
  );
  return playing.size > atOnce ? { kind: 'manySessions', sessions: playing.size } : undefined;
}
