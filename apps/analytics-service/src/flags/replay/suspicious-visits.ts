import type { FlagKind } from '@secure-preview/contracts';
import type { SessionTrace, VisitTrace } from './visit-trace.js';
import { withAddresses } from './visit-trace.js';

/** A visit that the rule of a kind must flag. */
export interface SuspiciousVisit {
  readonly kind: FlagKind;
  readonly trace: VisitTrace;
}

/** Seconds of a trailer that is copied at once, and of its segments. */
const COPIED_SECONDS = 720;
const SEGMENT_SECONDS = 4;

const withSessions = (trace: VisitTrace, change: (session: SessionTrace) => SessionTrace): VisitTrace => ({
  ...trace,
  sessions: trace.sessions.map(change),
});

/** Sends the trailer within two seconds. */
const copiedAtOnce = (session: SessionTrace): SessionTrace => ({
  ...session,
  sent: Array.from({ length: COPIED_SECONDS / SEGMENT_SECONDS }, (_, n) => [
    n * 10,
    n * SEGMENT_SECONDS,
    (n + 1) * SEGMENT_SECONDS,
  ]),
});

/** Repeats the sessions of a visit as those of one proved person. */
const ofOnePerson = (trace: VisitTrace, times: number): VisitTrace => ({
  ...trace,
  sessions: Array.from({ length: times }, () => trace.sessions)
    .flat()
    .map((session) => ({ ...session, person: 'shared' })),
});

const withLosses = (session: SessionTrace): SessionTrace => ({
  ...session,
  players: session.players.map(({ startedAt, reports }) => ({
    startedAt,
    reports: reports.map(([at, seeks, , plays], index) => [at, seeks, Math.min(index, 3), plays]),
  })),
});

/**
 * Changes a visit of one session that plays for at least 30 s such that it must be flagged: once for each rule. A replay
 * that raises these flags does not stay silent because it is broken.
 */
export function suspiciousVisits(trace: VisitTrace): SuspiciousVisit[] {
  const networks = ['203.0.113.9', '198.51.100.20', '203.0.113.10'];
  const third = (at: number) => Math.min(2, Math.floor((3 * at) / trace.endedAt));
  return [
    { kind: 'copying', trace: withSessions(trace, copiedAtOnce) },
    { kind: 'noPlayer', trace: withSessions(trace, (session) => ({ ...session, players: [] })) },
    { kind: 'twoNetworks', trace: withAddresses(trace, (at) => networks[third(at)] ?? '') },
    { kind: 'manySessions', trace: ofOnePerson(trace, 4) },
    { kind: 'watermark', trace: withSessions(trace, withLosses) },
  ];
}
