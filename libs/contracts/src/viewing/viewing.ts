import * as z from 'zod/mini';
import { http } from '../http/define-route.js';
import { playerReport } from '../live/player-report.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { visitor } from '../session/visitor.js';
import { viewingLimits } from '../viewing-limits.js';

const DURATION = 'duration must be minutes and seconds, such as 1:05';

/** Time watched as `m:ss` (docs/product.md#playback). */
export const watchedDuration = z.string({ error: DURATION }).check(z.regex(/^\d{1,5}:[0-5]\d$/, DURATION));

/** Seconds `[from, to]` of the trailer that were played. */
const RANGES = 'ranges must be a list of [from, to] seconds';
const seconds = z.number({ error: RANGES }).check(z.nonnegative(RANGES));
export const playedRange = z.tuple([seconds, seconds], { error: RANGES });
export type PlayedRange = z.infer<typeof playedRange>;

/** Plays of a viewing, in the order in which they began. A play ends where the position jumps. */
const plays = z.object({
  /** Number of the first of these plays in the viewing, from 0. */
  first: z.int({ error: RANGES }).check(z.nonnegative(RANGES), z.lt(viewingLimits.maxPlays, RANGES)),
  /** Unlike `ranges`, not merged: what is seen again counts again. */
  ranges: z
    .array(playedRange, { error: RANGES })
    .check(z.maxLength(viewingLimits.maxRangesPerUpdate, 'Too many ranges')),
});
export type Plays = z.infer<typeof plays>;

const COUNT = 'seeks and watermarkLosses must be whole numbers';
const count = z.int({ error: COUNT }).check(z.nonnegative(COUNT), z.maximum(viewingLimits.maxPlays, COUNT));

export const viewingUpdate = z.object({
  duration: watchedDuration,
  completed: z.enum(['true', 'false'], { error: "completed must be 'true' or 'false'" }),
  /** Ranges played since the page opened; the server stores the union of all updates. */
  ranges: z.optional(
    z
      .array(playedRange, { error: RANGES })
      .check(z.maxLength(viewingLimits.maxRangesPerUpdate, 'Too many ranges')),
  ),
  /** Plays since the last confirmed report. A play that was reported before may have become longer. */
  plays: z.optional(plays),
  /** Seeks since the player opened, also while it was paused. */
  seeks: z.optional(count),
  /** Times that the watermark was removed or covered since the player opened. */
  watermarkLosses: z.optional(count),
});
export type ViewingUpdate = z.infer<typeof viewingUpdate>;

const ok = z.object({ ok: z.literal(true) });

export const viewingRoutes = {
  accessLog: http({
    method: 'POST',
    path: '/api/access-log',
    access: 'viewer',
    summary: 'Record that this session opened the trailer screen',
    response: ok,
    errors: [],
  }),
  checkAccess: http({
    method: 'GET',
    path: '/api/access-check',
    access: 'viewer',
    extendsSession: false,
    summary: 'Confirm that the session still has access, without restarting its idle time',
    query: z.object({
      /** Trailer that the page shows; its playback must not be ended. */
      trailerId: z.optional(z.string().check(z.maxLength(100))),
    }),
    response: ok,
    errors: ['ACCESS_ENDED'],
  }),
  start: http({
    method: 'POST',
    path: '/api/viewing-session',
    access: 'viewer',
    summary: 'Begin a viewing session',
    body: z._default(
      z.object({
        /** Id of the trailer that plays. Ignored unless this session has received the playlist of that trailer. */
        trailerId: z.optional(z.string()),
      }),
      {},
    ),
    response: z.object({ id: z.uuid() }),
    errors: ['VALIDATION_FAILED', 'TOO_MANY_REQUESTS', 'ACCESS_ENDED'],
  }),
  update: http({
    method: 'PATCH',
    path: '/api/viewing-session/:id',
    access: 'viewer',
    summary: 'Report how much was watched',
    params: z.object({ id: z.string() }),
    body: z.extend(viewingUpdate, {
      /** State of the player for the live page; absent in reports of version 1.0. */
      player: z.optional(playerReport),
    }),
    response: ok,
    errors: ['VALIDATION_FAILED', 'VIEWING_SESSION_NOT_FOUND', 'ACCESS_ENDED'],
  }),
  signal: http({
    method: 'PUT',
    path: '/api/viewing-session/:id/player',
    access: 'viewer',
    extendsSession: false,
    summary: 'Report the state of the player between watch reports; extends no session',
    params: z.object({ id: z.uuid() }),
    body: playerReport,
    response: ok,
    errors: ['VALIDATION_FAILED', 'ACCESS_ENDED'],
  }),
} as const;

const watcher = z.object({ ...visitor.shape, leadId: z.uuid() });

export const viewingRpc = rpcGroup('analytics', {
  logAccess: rpc({
    kind: 'command',
    pattern: 'analytics.access.log',
    input: watcher,
    output: ok,
    errors: [],
  }),
  start: rpc({
    kind: 'command',
    pattern: 'analytics.viewing.start',
    input: z.object({
      watcher,
      /** The trailer whose playlist this session received; null when it received no playlist. */
      trailer: z.nullable(
        z.object({
          id: z.uuid(),
          durationSeconds: z.nullable(z.number()),
          /** Milliseconds since the session received that playlist. The database's clock gives the absolute time. */
          grantedAgoMs: z._default(z.int().check(z.nonnegative()), 0),
        }),
      ),
    }),
    output: z.object({ id: z.uuid() }),
    errors: ['TOO_MANY_REQUESTS'],
  }),
  update: rpc({
    kind: 'command',
    pattern: 'analytics.viewing.update',
    input: z.object({ id: z.string(), sessionRef: z.uuid(), update: viewingUpdate }),
    output: z.extend(ok, {
      /** The trailer of the viewing, null if it has none. Absent in answers of version 1.0. */
      trailerId: z.optional(z.nullable(z.uuid())),
    }),
    errors: ['VIEWING_SESSION_NOT_FOUND', 'VALIDATION_FAILED'],
  }),
});
