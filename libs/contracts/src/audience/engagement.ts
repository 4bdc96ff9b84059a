import * as z from 'zod/mini';
import { http } from '../http/define-route.js';
import { trailerParams } from '../media/trailer-params.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';

export const engagementLimits = {
  /** Buckets of a film. A film of up to this many seconds has a bucket for each second. */
  maxBuckets: 600,
  /** The latest days with viewings. They fit into one message. */
  maxDays: 1000,
  /** Seconds before the end from which on a person has reached the end. Reports are accurate to a second. */
  endSeconds: 2,
  /** Share of a short version from which on a person has reached the end. */
  endShare: 0.95,
} as const;

const count = z.int().check(z.nonnegative());
const share = z.nullable(z.number().check(z.minimum(0), z.maximum(1)));

/** Part of a version: from `from` to the next bucket, and the last one to the end. */
export const engagementBucket = z.object({
  /** Seconds from the start of the version. */
  from: z.number().check(z.nonnegative()),
  /** People who are still watching: they watched something in this bucket or in a later one. */
  watching: count,
  /** People who watched any part of the bucket; repeats count once. */
  saw: count,
  /** Plays of any part of the bucket; what is played again counts again. A pause ends no play. */
  plays: count,
  /** People who left: the furthest second that they watched is in this bucket, before the end of the version. */
  left: count,
});
export type EngagementBucket = z.infer<typeof engagementBucket>;

export const engagementDay = z.object({
  /** Day in the time zone of the answer. */
  day: z.iso.date(),
  /** People whose first viewing of the version began on this day. */
  newViewers: count,
  /** Viewings that began on this day and played something. */
  viewings: count,
});
export type EngagementDay = z.infer<typeof engagementDay>;

/** How a version was watched. A person is a proved address, or a single claimed lead. Staff are not counted. */
export const engagement = z.object({
  trailerId: z.uuid(),
  /** Time zone of the days: that of the portal, or UTC if the database does not know it. */
  timeZone: z.string(),
  /** Length of the version; null if unknown. Buckets then end at the furthest second that anybody watched. */
  lengthSeconds: z.nullable(z.number().check(z.positive())),
  /** People who watched any part. */
  viewers: count,
  /** People who watched at least `finishedShare` of the version; null if its length is unknown. */
  finished: z.nullable(count),
  /** People who reached the end (`endSeconds`), whatever they left out before; null if the length is unknown. */
  reachedEnd: z.nullable(count),
  /** Watched share of those who watched any part; null if there are none, or if the length is unknown. */
  meanShare: share,
  medianShare: share,
  /** Seconds of a bucket. */
  bucketSeconds: z.int().check(z.positive()),
  /** All parts of the version in order; empty if nobody watched it. */
  buckets: z.array(engagementBucket).check(z.maxLength(engagementLimits.maxBuckets)),
  /** The latest days that have viewings, in order. */
  days: z.array(engagementDay).check(z.maxLength(engagementLimits.maxDays)),
});
export type Engagement = z.infer<typeof engagement>;

export const engagementRoutes = {
  read: http({
    method: 'GET',
    path: '/api/audience/versions/:trailerId',
    access: 'uploader',
    summary: 'Read how a version was watched, by its seconds and by day',
    params: trailerParams,
    response: engagement,
    errors: ['TRAILER_NOT_FOUND'],
  }),
} as const;

export const engagementRpc = rpcGroup('analytics', {
  /** Returns how a version was watched. A version that nobody watched, or that is unknown, has no viewers. */
  read: rpc({
    kind: 'query',
    pattern: 'analytics.engagement.read',
    input: z.object({ trailerId: z.uuid(), timeZone: z.string() }),
    output: engagement,
    errors: [],
    // A second attempt would double the work of a read that is slow because of many viewings.
    attemptMs: 4500,
  }),
});
