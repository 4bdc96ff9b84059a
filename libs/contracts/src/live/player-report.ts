import * as z from 'zod/mini';

const INVALID = 'player is not valid';

/** Maximum position in seconds: the longest duration that a watch report can express. */
const MAX_POSITION_SECONDS = 100_000 * 60;

/** State of a player; `closed` when its page is closed or left. */
export const reportedState = z.enum(['playing', 'paused', 'ended', 'closed'], { error: INVALID });
export type ReportedState = z.infer<typeof reportedState>;

/** State of a player at a moment, as its page reports it. */
export const playerReport = z.object({
  /** The report is ignored unless this session has received the playlist of that trailer. */
  trailerId: z.uuid(INVALID),
  state: reportedState,
  /** Seconds of the trailer. */
  position: z
    .number({ error: INVALID })
    .check(z.nonnegative(INVALID), z.maximum(MAX_POSITION_SECONDS, INVALID)),
  /**
   * Milliseconds since the player first played. Increases from report to report of a player, so that a report that was
   * overtaken never replaces a newer one.
   */
  at: z.int({ error: INVALID }).check(z.nonnegative(INVALID)),
});
export type PlayerReport = z.infer<typeof playerReport>;
