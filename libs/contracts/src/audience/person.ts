import * as z from 'zod/mini';
import { blockTarget } from '../access/blocks.js';
import { storedPerson } from '../auth/person.js';
import { flag } from '../flags/flag.js';
import { verifiedBy } from '../gate/gate-mode.js';
import { http } from '../http/define-route.js';
import { pageEnd, pageInput, pageQuery } from '../lists/page-query.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { playedRange } from '../viewing/viewing.js';
import { accessHistory } from './access-history.js';

const seconds = z.number().check(z.nonnegative());
const ranges = z.array(playedRange);

/** What was watched of a version; repeats count once. Staff are not counted. */
const watchedVersion = z.object({
  trailerId: z.uuid(),
  /** Length of the version; null if unknown. */
  trailerSeconds: z.nullable(seconds),
  seconds,
  /** 0 to 1; null if the length is unknown. */
  share: z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
  /** Seconds of the film, in order; at most the `personLimits.ranges` longest. */
  ranges,
  /** Number of shorter ranges that are left out; absent without any. */
  rangesOmitted: z.optional(z.int()),
});
export type WatchedVersion = z.infer<typeof watchedVersion>;

/** A player that was opened in a visit. */
const visitViewing = z.object({
  id: z.uuid(),
  startedAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** It may differ from that of the visit: the visitor may have changed the network. */
  ipAddress: z.nullable(z.string()),
  /** The first `personLimits.plays` plays in order, not merged. Older pages report none. */
  plays: ranges,
  /** Number of all plays. */
  playCount: z.int(),
});

const visitVersion = z.extend(watchedVersion, {
  /** Seconds of all plays; what was seen again counts again. */
  playedSeconds: seconds,
  /** Watched seconds of segments that the server sent to this visit. The page cannot influence them. */
  confirmedSeconds: seconds,
  /**
   * Seconds of which at least a part of the picture was sent to this visit. Absent while an earlier version of
   * analytics-service answers.
   */
  deliveredSeconds: z.optional(seconds),
  /** The watched ranges that are not confirmed, as `ranges`. */
  unconfirmed: ranges,
  /** Number of shorter ones that are left out; absent without any. */
  unconfirmedOmitted: z.optional(z.int()),
  /** The last `personLimits.viewings` players in which the version was opened, oldest first. */
  viewings: z.array(visitViewing),
  /** Number of all such players. */
  viewingCount: z.int(),
});
export type VisitVersion = z.infer<typeof visitVersion>;

/** A pass of the gate, with what was watched since. Its id is that of the lead. */
const storedVisit = z.object({
  id: z.uuid(),
  capturedAt: z.iso.datetime(),
  /** Last report of a player, or delivery of a segment; null if there was none. */
  lastSeenAt: z.nullable(z.iso.datetime()),
  /** As typed at this visit. */
  ...storedPerson.shape,
  verifiedBy,
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  termsVersion: z.string(),
  /** Versions that were opened or sent, the last one first. Without a player, `viewings` is empty. */
  versions: z.array(visitVersion),
});

const person = z.object({
  id: z.uuid(),
  /** As typed at the last visit. */
  ...storedPerson.shape,
  /** How the address was proved at the last visit. */
  verifiedBy,
  /** False: the address is only claimed, and the person has this one visit. */
  proved: z.boolean(),
  visits: z.int(),
  firstAt: z.iso.datetime(),
  /** Last pass of the gate, report of a player, or delivery of a segment. */
  lastAt: z.iso.datetime(),
  /** The first networks from which the person came. */
  networks: z.array(z.string()),
  /** The versions that were watched, the last one first; at most `personLimits.versions`. */
  versions: z.array(watchedVersion),
});

/** Parts of a person that are sent. They keep an answer small; ordinary people need far less. */
export const personLimits = {
  versions: 50,
  ranges: 200,
  viewings: 20,
  plays: 100,
  /** Visits on a page of the web app. */
  visitsShown: 20,
} as const;

/** A visit as the administrator reads it. What auth-service knows is absent while it is down. */
const visit = z.extend(storedVisit, {
  visitEnded: z.optional(z.boolean()),
  /** Versions whose playback is ended in this visit. */
  endedPlaybacks: z.optional(z.array(z.uuid())),
  /** When the visit and its playbacks were ended and allowed again, and by whom. */
  accessHistory: z.optional(accessHistory),
  /** Blocks of the address, its domain, or the network of the visit. */
  blocks: z.optional(z.array(blockTarget)),
  /** Network of the IP address that can be blocked: a /24 or /48. Absent if there is none. */
  network: z.optional(z.string()),
  /** Whether this is the visit of the requesting session. */
  own: z.boolean(),
});
export type Visit = z.infer<typeof visit>;

/** A version that was watched. */
const versionName = z.object({ id: z.uuid(), title: z.string(), createdAt: z.iso.datetime() });
export type VersionName = z.infer<typeof versionName>;

const personPage = z.object({
  person: z.extend(person, {
    /** Blocks of the address, its domain, or the network of the last visit. Absent while auth-service is down. */
    blocks: z.optional(z.array(blockTarget)),
    /** Network of the last visit. */
    network: z.optional(z.string()),
    /**
     * Blocks of the address, its domain, or the network of the last visit or one on this page, also those that were
     * taken back, and changes of invitations if the address was not only typed. Absent while auth-service is down.
     */
    accessHistory: z.optional(accessHistory),
  }),
  /** Newest first. */
  visits: z.array(visit),
  /** Flags of all visits, as `flagsRpc.ofPerson` orders them, on each page. Absent while unavailable. */
  flags: z.optional(z.array(flag)),
  /** Number of flags that are left out; absent without any. */
  flagsOmitted: z.optional(z.int()),
  /** Versions that appear in this answer, also in its flags, without removed ones. Absent while media-service is down. */
  trailers: z.optional(z.array(versionName)),
  ...pageEnd,
});
export type PersonPage = z.infer<typeof personPage>;
export type Person = PersonPage['person'];

export const personRoutes = {
  read: http({
    method: 'GET',
    path: '/api/audience/people/:personId',
    access: 'uploader',
    summary:
      'Read a person, what was watched of each version, and the visits, newest first, in pages of at most 200 KB',
    // Any string: a malformed id gets 404, not 400.
    params: z.object({ personId: z.string().check(z.maxLength(100)) }),
    query: z.object({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
    response: personPage,
    errors: ['LEAD_NOT_FOUND', 'VALIDATION_FAILED'],
  }),
} as const;

export const personRpc = rpcGroup('analytics', {
  /** Reads a person by its id, or by the id of any of its leads. Visits of staff are left out. */
  read: rpc({
    kind: 'query',
    pattern: 'analytics.person.read',
    input: z.object({ personId: z.string(), limit: pageInput.limit, cursor: pageInput.cursor }),
    output: z.object({
      person: z.extend(person, {
        /** Address of the last visit. */
        ipAddress: z.nullable(z.string()),
      }),
      visits: z.array(storedVisit),
      ...pageEnd,
    }),
    errors: personRoutes.read.errors,
  }),
});
