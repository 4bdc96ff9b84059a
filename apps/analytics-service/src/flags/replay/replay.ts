import { type FlagFacts, viewingLimits } from '@secure-preview/contracts';
import { sentParts } from '../../testing/sent-parts.js';
import type { PlayingSession, ReportedPlayer, TrailerVisit } from '../observation.js';
import { copyingFlag } from '../rules/copying.js';
import { manySessionsFlag } from '../rules/many-sessions.js';
import { noPlayerFlag } from '../rules/no-player.js';
import { networkLimits, twoNetworksFlag } from '../rules/two-networks.js';
import { watermarkFlag } from '../rules/watermark.js';
import type { SessionTrace, VisitTrace } from './visit-trace.js';

/** Milliseconds between passes, and for which they continue after a visit. */
const PASS_MS = 10_000;
const AFTER_MS = 90_000;
const HOUR_MS = 3_600_000;
/** Milliseconds by which gateways and networks delay deliveries and reports. */
const MAX_DELAY_MS = 3000;
/** Milliseconds for which a pass looks back at deliveries (`FlagWatchService`), and those that the rule adds. */
const NETWORKS_MS = 30_000 + PASS_MS + networkLimits.withinMs;

/** What is stored of the sessions of a visit at a moment. */
class Stored {
  constructor(
    private readonly now: number,
    private readonly delayMs: number,
  ) {}

  /** Returns what rules about one visit, or the visits of one person, see, as `readTrailerVisit` does. */
  visitOf(...sessions: readonly SessionTrace[]): TrailerVisit {
    const started = sessions
      .flatMap(({ players }) => players)
      .filter(({ startedAt }) => this.has(startedAt))
      .sort((a, b) => a.startedAt - b.startedAt);
    const recent = started.filter(({ startedAt }) => startedAt > this.now - HOUR_MS);
    const segments = sessions.flatMap(({ sent }) =>
      sent.map(([at, from, to]) => ({ at, recordedAt: at + this.delayMs, from, to })),
    );
    return {
      sent: sentParts(segments, this.now),
      grantedAt: started.length > 0 ? 0 : null,
      visits: sessions.length,
      players: started.map((player) => this.playerOf(player)),
      mayStartNone: recent.length >= viewingLimits.sessionsPerHour,
    };
  }

  private playerOf({ startedAt, reports }: SessionTrace['players'][number]): ReportedPlayer {
    const [at = startedAt, seeks = 0, , plays = 0] = reports.findLast(([time]) => this.has(time)) ?? [];
    const playedSeconds = plays > 0 ? (at - startedAt) / 1000 : 0;
    return { startedAt, lastReportAt: at, seeks, plays, playedSeconds };
  }

  /** Returns the addresses of deliveries of any kind, as `readNetworkUses` does. */
  usesOf({ uses }: SessionTrace) {
    return uses.filter(([at]) => this.has(at) && at > this.now - NETWORKS_MS).map(([at, ip]) => ({ at, ip }));
  }

  /** Returns the losses that all players of a session reported. */
  lossesOf({ players }: SessionTrace): number {
    return players.reduce(
      (sum, { reports }) => sum + (reports.findLast(([at]) => this.has(at))?.[2] ?? 0),
      0,
    );
  }

  /** Returns when a session last reported something that it played; undefined if it has not. */
  playedAtOf({ players }: SessionTrace): number | undefined {
    const reports = players.flatMap((player) => player.reports);
    const times = reports.filter(([at, , , plays]) => plays > 0 && this.has(at)).map(([at]) => at);
    return times.length > 0 ? Math.max(...times) + this.delayMs : undefined;
  }

  private has(at: number): boolean {
    return at + this.delayMs <= this.now;
  }
}

/** Returns the sessions of each proved person who has several. */
function visitsByPerson({ sessions }: VisitTrace): [person: string, SessionTrace[]][] {
  const people = new Set(sessions.map(({ person }) => person).filter((person) => person !== null));
  return [...people]
    .map((one): [string, SessionTrace[]] => [one, sessions.filter(({ person }) => person === one)])
    .filter(([, visits]) => visits.length > 1);
}

/** Returns the sessions of each proved person that have played. */
function sessionsByPerson({ sessions }: VisitTrace, stored: Stored): [person: string, PlayingSession[]][] {
  const byPerson = new Map<string, PlayingSession[]>();
  for (const [index, session] of sessions.entries()) {
    const playedAt = stored.playedAtOf(session);
    if (session.person === null || playedAt === undefined) continue;
    const playing = { leadId: String(index), playedAt };
    byPerson.set(session.person, [...(byPerson.get(session.person) ?? []), playing]);
  }
  return [...byPerson];
}

/** Returns what a pass finds, and about which session or person. */
function* pass(trace: VisitTrace, stored: Stored, now: number): Generator<[about: string, FlagFacts]> {
  for (const [index, session] of trace.sessions.entries()) {
    const visit = stored.visitOf(session);
    const found = [
      copyingFlag(visit),
      noPlayerFlag(visit, now),
      twoNetworksFlag(stored.usesOf(session)),
      watermarkFlag(stored.lossesOf(session)),
    ];
    for (const facts of found) if (facts) yield [`session ${index}`, facts];
  }
  for (const [person, visits] of visitsByPerson(trace)) {
    const together = stored.visitOf(...visits);
    for (const facts of [copyingFlag(together), noPlayerFlag(together, now)])
      if (facts) yield [`visits of ${person}`, facts];
  }
  for (const [person, sessions] of sessionsByPerson(trace, stored)) {
    const facts = manySessionsFlag(sessions, now);
    if (facts) yield [`person ${person}`, facts];
  }
}

/** Returns the times of the passes that can see something new, from `start` on. */
function* passTimes({ sessions, endedAt }: VisitTrace, start: number): Generator<number> {
  const events = sessions.flatMap(({ uses, sent, players }) => [
    ...uses.map(([at]) => at),
    ...sent.map(([at]) => at),
    ...players.flatMap(({ reports }) => reports.map(([at]) => at)),
  ]);
  events.push(endedAt);
  for (let now = start; now <= endedAt + AFTER_MS; now += PASS_MS) {
    const isQuiet = !events.some((at) => at <= now && at > now - AFTER_MS);
    const next = Math.min(...events.filter((at) => at > now));
    if (isQuiet && Number.isFinite(next)) now += Math.floor((next - now) / PASS_MS) * PASS_MS;
    yield now;
  }
}

/**
 * Applies all rules as the passes of the service do, in virtual time.
 *
 * @param random returns numbers from 0 to 1, for the time of the first pass and the delay of what is stored
 * @returns the flags; of each kind at most one for a session or person
 */
export function replay(trace: VisitTrace, random: () => number): FlagFacts[] {
  const flags = new Map<string, FlagFacts>();
  const delayMs = random() * MAX_DELAY_MS;
  for (const now of passTimes(trace, random() * PASS_MS)) {
    for (const [about, facts] of pass(trace, new Stored(now, delayMs), now)) {
      const key = `${about} ${facts.kind}`;
      if (!flags.has(key)) flags.set(key, facts);
    }
  }
  return [...flags.values()];
}
