import {
  type AccessChange,
  type AccessHistory,
  type Flag,
  type PersonPage,
  type PlayedRange,
  roundShare,
  roundToMs,
  type Visit,
  type VisitVersion,
} from '@secure-preview/contracts';

/** Columns of an export of visits, in order. */
export const exportedVisitColumns = [
  'visitId',
  'capturedAt',
  'lastSeenAt',
  'name',
  'email',
  'verifiedBy',
  'ipAddress',
  'userAgent',
  'termsVersion',
  'trailerId',
  'title',
  'trailerSeconds',
  'watchedSeconds',
  'watchedShare',
  'playedSeconds',
  'confirmedSeconds',
  'ranges',
  'players',
  'rangesOmitted',
  'unconfirmed',
  'unconfirmedOmitted',
  'visitEnded',
  'playbackEnded',
  'blocks',
  'flags',
  'flagsOmitted',
  'accessChanges',
  'accessChangesOmitted',
  'personAccessChanges',
  'personAccessChangesOmitted',
  'deliveredSeconds',
] as const;

/**
 * A visit and one of the versions that were opened in it. Without any, the columns of the version are empty. Null is
 * also what could not be read.
 */
export type ExportedVisit = Record<(typeof exportedVisitColumns)[number], string | number | boolean | null>;

/** Returns ranges in seconds, such as `0-42.5 70-120`. */
const rangesText = (ranges: readonly PlayedRange[]) => ranges.map((range) => range.join('-')).join(' ');

/** Returns a flag with kind, time, version and state, such as `watermark 2026-03-01T12:00:20.000Z dismissed …`. */
const flagText = ({ facts, at, trailerId, dismissedAt, blockedAt }: Flag) =>
  words(
    facts.kind,
    at,
    trailerId,
    dismissedAt === null ? 'counts' : `dismissed ${dismissedAt}`,
    blockedAt && `blocked ${blockedAt}`,
  );

/** Returns a change with time, what it concerns, and its author, such as `2026-03-01T12:04:00.000Z visitEnded …`. */
const changeText = ({ at, action, trailerId, kind, value, endsAt, by, byName }: AccessChange) =>
  words(at, action, trailerId, kind, value, endsAt && `until ${endsAt}`, by, byName && `(${byName})`);

const words = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(' ');
const joined = (texts: readonly string[] | undefined) => texts?.join('; ') ?? null;
const changesIn = (history: AccessHistory | undefined) => joined(history?.changes.map(changeText));

/** Returns a row. The flags and changes of a visit name their version: it may be one that was not opened. */
function rowOf(
  visit: Visit,
  version: VisitVersion | undefined,
  { person, trailers, flags, flagsOmitted = 0 }: PersonPage,
): ExportedVisit {
  const ofVisit = flags?.filter(({ leadId }) => leadId === visit.id);
  return {
    visitId: visit.id,
    capturedAt: visit.capturedAt,
    lastSeenAt: visit.lastSeenAt,
    name: visit.name,
    email: visit.email,
    verifiedBy: visit.verifiedBy,
    ipAddress: visit.ipAddress,
    userAgent: visit.userAgent,
    termsVersion: visit.termsVersion,
    trailerId: version?.trailerId ?? null,
    title: trailers?.find(({ id }) => id === version?.trailerId)?.title ?? null,
    trailerSeconds: version?.trailerSeconds ?? null,
    watchedSeconds: secondsOf(version?.seconds),
    watchedShare: typeof version?.share === 'number' ? roundShare(version.share) : null,
    playedSeconds: secondsOf(version?.playedSeconds),
    confirmedSeconds: secondsOf(version?.confirmedSeconds),
    ranges: version ? rangesText(version.ranges) : null,
    players: version?.viewingCount ?? null,
    rangesOmitted: version ? (version.rangesOmitted ?? 0) : null,
    unconfirmed: version ? rangesText(version.unconfirmed) : null,
    unconfirmedOmitted: version ? (version.unconfirmedOmitted ?? 0) : null,
    visitEnded: visit.visitEnded ?? null,
    playbackEnded: (version && visit.endedPlaybacks?.includes(version.trailerId)) ?? null,
    blocks: joined(visit.blocks?.map(({ kind, value }) => words(kind, value))),
    flags: joined(ofVisit?.map(flagText)),
    flagsOmitted: flags ? flagsOmitted : null,
    accessChanges: changesIn(visit.accessHistory),
    accessChangesOmitted: visit.accessHistory?.omitted ?? null,
    personAccessChanges: changesIn(person.accessHistory),
    personAccessChangesOmitted: person.accessHistory?.omitted ?? null,
    deliveredSeconds: secondsOf(version?.deliveredSeconds),
  };
}

/** Rounds seconds to the milliseconds of the reports, whose sums have further digits. */
const secondsOf = (seconds: number | undefined) => (seconds === undefined ? null : roundToMs(seconds));

/** Returns the rows of a page of visits. */
export function exportedVisitsOf(page: PersonPage): ExportedVisit[] {
  return page.visits.flatMap((visit) =>
    visit.versions.length === 0
      ? [rowOf(visit, undefined, page)]
      : visit.versions.map((version) => rowOf(visit, version, page)),
  );
}
