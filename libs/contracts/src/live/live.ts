import * as z from 'zod/mini';
import { fieldError } from '../errors/field-error.js';
import { flagKinds } from '../flags/flag.js';
import { verifiedBy } from '../gate/gate-mode.js';
import { http } from '../http/define-route.js';
import { noNulOrLoneSurrogates } from '../text.js';
import { liveLimits } from './live-limits.js';

/** State of a player as the administrator sees it; `noSignal` when nothing was heard of it for 15 s. */
export const liveState = z.enum(['playing', 'paused', 'ended', 'noSignal']);
export type LiveState = z.infer<typeof liveState>;

/** A player that is open now. */
export const livePlayer = z.object({
  /** Id of the viewing session. */
  id: z.uuid(),
  leadId: z.uuid(),
  name: z.string(),
  email: z.string(),
  verifiedBy,
  /** Whether the session has had the uploader's level. Staff are not counted. */
  staff: z.boolean(),
  ipAddress: z.string(),
  /** Network of the IP address that can be blocked: a /24 or /48. Absent if there is none. */
  network: z.optional(z.string()),
  userAgent: z.nullable(z.string()),
  trailerId: z.uuid(),
  /** Length of the trailer in seconds; null if unknown. */
  trailerSeconds: z.nullable(z.number()),
  state: liveState,
  /** Seconds of the trailer. During playback, the time since the last report is added. */
  position: z.number(),
  /** When the player first played. */
  startedAt: z.iso.datetime(),
  /** Kinds of the flags of the visit that count. Absent while they cannot be read, and for staff. */
  flags: z.optional(z.array(z.enum(flagKinds))),
  /** Further open players of the visit, which are not listed. Absent if there are none. */
  more: z.optional(z.int().check(z.positive())),
});
export type LivePlayer = z.infer<typeof livePlayer>;

/** Order of the players by their start. */
export const liveSort = z.enum(['oldest', 'newest'], { error: fieldError('SORT_UNKNOWN') });
export type LiveSort = z.infer<typeof liveSort>;

/** Players of visits with a flag that counts. */
const liveOnly = z.enum(['flagged'], { error: fieldError('LIVE_FILTER_UNKNOWN') });
export type LiveOnly = z.infer<typeof liveOnly>;

const liveQuery = z.object({
  /** Players in the answer: those that a page shows. */
  limit: z._default(
    z.coerce
      .number({ error: fieldError('LIMIT_NOT_A_NUMBER') })
      .check(
        z.int(fieldError('LIMIT_NOT_WHOLE')),
        z.minimum(1, fieldError('LIMIT_TOO_SMALL')),
        z.maximum(liveLimits.page.max, fieldError('LIMIT_TOO_LARGE')),
      ),
    liveLimits.page.default,
  ),
  /** Part of a name or e-mail address, case-insensitive. */
  q: z.optional(z.string().check(z.maxLength(200), noNulOrLoneSurrogates(fieldError('SEARCH_UNSEARCHABLE')))),
  only: z.optional(liveOnly),
  sort: z._default(liveSort, 'oldest'),
});

export const liveRoutes = {
  list: http({
    method: 'GET',
    path: '/api/live',
    access: 'uploader',
    extendsSession: false,
    summary: 'Read the players that are open now, at most two a visit; extends no session',
    query: liveQuery,
    response: z.object({
      players: z.array(livePlayer),
      /** Listed players that match search and filter. */
      total: z.int(),
      /** Visitors whose player plays or is paused, whatever search and filter. Staff are not counted. */
      watching: z.int(),
      /** Those of them whose player plays. */
      playing: z.int(),
      /** The flags of some visits could not be read, so the filter may miss players. */
      flagsUnavailable: z.optional(z.literal(true)),
    }),
    errors: ['VALIDATION_FAILED'],
  }),
} as const;
