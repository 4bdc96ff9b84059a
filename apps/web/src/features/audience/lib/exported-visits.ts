import type { PersonPage, PlayedRange, Visit, VisitVersion } from '@secure-preview/contracts';

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
] as const;

/** A visit and one of the versions that were opened in it. Without any, the columns of the version are empty. */
export type ExportedVisit = Record<(typeof exportedVisitColumns)[number], string | number | null>;

/** Returns ranges in seconds, such as `0-42.5 70-120`. */
const rangesText = (ranges: readonly PlayedRange[]) => ranges.map((range) => range.join('-')).join(' ');

function rowOf(visit: Visit, version: VisitVersion | undefined, trailers: PersonPage['trailers']) {
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
    watchedSeconds: version?.seconds ?? null,
    watchedShare: version?.share ?? null,
    playedSeconds: version?.playedSeconds ?? null,
    confirmedSeconds: version?.confirmedSeconds ?? null,
    ranges: version ? rangesText(version.ranges) : null,
    players: version?.viewingCount ?? null,
  };
}

/** Returns the rows of a page of visits. */
export function exportedVisitsOf({ visits, trailers }: PersonPage): ExportedVisit[] {
  return visits.flatMap((visit) =>
    visit.versions.length === 0
      ? [rowOf(visit, undefined, trailers)]
      : visit.versions.map((version) => rowOf(visit, version, trailers)),
  );
}
