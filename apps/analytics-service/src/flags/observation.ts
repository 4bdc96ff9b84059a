/** A segment, or a part of one, that the gateway sent to a lead. Times are milliseconds of the database's clock. */
export interface SentSegment {
  /** When it was sent. */
  readonly at: number;
  /** When it was recorded. Deliveries wait in gateways while the service is away. */
  readonly recordedAt: number;
  /** Seconds of the trailer. */
  readonly from: number;
  readonly to: number;
}

/** A player that a lead started, as far as its reports tell. */
export interface ReportedPlayer {
  /** Milliseconds, as of all times here. */
  readonly startedAt: number;
  /** The last report; the start if there was none. */
  readonly lastReportAt: number;
  readonly seeks: number;
  /** Plays that began. Pages of earlier versions report no seeks, but each seek during playback begins a play. */
  readonly plays: number;
  /** Distinct seconds of the trailer that the player claims to have played. */
  readonly playedSeconds: number;
}

/**
 * Milliseconds until a delivery is counted: players report their seeks after 9 s at the latest, and start again as soon
 * as the service is available.
 */
export const SETTLED_AFTER_MS = 20_000;

/**
 * Segments with a picture that were sent of a trailer, and recorded at least `SETTLED_AFTER_MS` ago. A segment counts
 * once a part of it was sent: ranges that cover it together are recorded as parts.
 */
export interface SentParts {
  /** Seconds of the trailer. Repeated segments count once. */
  readonly seconds: number;
  /** Length of the longest segment in seconds. */
  readonly longestSegment: number;
  /** The first and the last delivery. */
  readonly firstAt: number;
  readonly lastAt: number;
  readonly firstRecordedAt: number;
}

/** What was sent of a trailer to a visit, or to several visits of a proved person, and what their players reported. */
export interface TrailerVisit {
  /** Null if nothing was sent. */
  readonly sent: SentParts | null;
  /** When the session was first granted the trailer; null if it has started no player. */
  readonly grantedAt: number | null;
  /** Number of visits; 1 if absent. */
  readonly visits?: number;
  /** Players of the trailer, the first one first. */
  readonly players: readonly ReportedPlayer[];
  /** Whether the session started as many players in the last hour as it may, so that further ones cannot report. */
  readonly mayStartNone: boolean;
}

/** A delivery to an address. */
export interface NetworkUse {
  /** Milliseconds. */
  readonly at: number;
  readonly ip: string;
}

/** A session of a person, and when its player last reported. */
export interface PlayingSession {
  readonly leadId: string;
  /** Milliseconds. */
  readonly playedAt: number;
}

/** Returns the number of pages that may be open at once, for which seconds are allowed. Three may play at once. */
export const allowedPages = ({ visits = 1 }: TrailerVisit): number => Math.min(visits, 3);

/** Returns the number of visits for the facts of a flag; nothing if it is about one visit. */
export const visitsFact = ({ visits = 1 }: TrailerVisit): { visits?: number } =>
  visits > 1 ? { visits } : {};
