import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const ms = z.number();

const playerTrace = z.object({
  startedAt: ms,
  reports: z.array(
    z.tuple([ms, z.int().describe('seeks'), z.int().describe('losses'), z.int().describe('plays')]),
  ),
});

const sessionTrace = z.object({
  /** Person who has proved to be behind the session; null if the e-mail address was only typed. */
  person: z.nullable(z.string()),
  /** Whole segments with a picture: when, and from which to which second of the trailer. */
  sent: z.array(z.tuple([ms, z.number(), z.number()])),
  /** All deliveries, also of sound and of parts of segments: when, and to which address. */
  uses: z.array(z.tuple([ms, z.string()])),
  players: z.array(playerTrace),
});
export type SessionTrace = z.output<typeof sessionTrace>;

/**
 * What sessions were sent at the same time, and what their players reported, as
 * `e2e/src/browser/flag-traces.e2e-spec.ts` records it in Chromium. Times are milliseconds since the first grant.
 */
const visitTrace = z.object({
  kind: z.string(),
  /** What a browser and the portal recorded, and what was derived from it. */
  recorded: z.string(),
  derived: z.string(),
  /** A moment of a recorded pause, and by how much longer the pause is in a replay. */
  pause: z.nullable(z.object({ at: ms, ms })),
  sessions: z.array(sessionTrace),
  endedAt: ms,
});
export type VisitTrace = z.output<typeof visitTrace>;

/** Reads the traces as they were recorded. @param folder by default that of this source; a build does not copy them */
export const recordedTraces = (folder = join(import.meta.dirname, 'traces')): VisitTrace[] =>
  readdirSync(folder).map((file) => visitTrace.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))));

const reportTimes = ({ sessions }: VisitTrace) =>
  sessions.flatMap(({ players }) => players.flatMap(({ reports }) => reports.map(([at]) => at)));

/** Milliseconds without a delivery or report after which nobody counts as watching. */
const ABSENT_MS = 60_000;

/** Returns the minutes for which the sessions of a visit were sent or reported something, without long gaps. */
export function viewerMinutes({ sessions, endedAt }: VisitTrace): number {
  const watchedMs = sessions.map(({ uses, players }) => {
    const reports = players.flatMap((player) => player.reports.map(([at]) => at));
    const times = [...uses.map(([at]) => at), ...reports, endedAt].sort((a, b) => a - b);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
    return gaps.filter((gap) => gap <= ABSENT_MS).reduce((sum, gap) => sum + gap, 0);
  });
  return watchedMs.reduce((sum, time) => sum + time, 0) / 60_000;
}

function prolonged(trace: VisitTrace, pausedAt: number, pauseMs: number): VisitTrace {
  const shift = (at: number) => (at > pausedAt ? at + pauseMs : at);
  return {
    ...trace,
    sessions: trace.sessions.map(({ person, sent, uses, players }) => ({
      person,
      sent: sent.map(([at, from, to]) => [shift(at), from, to]),
      uses: uses.map(([at, ip]) => [shift(at), ip]),
      players: players.map(({ startedAt, reports }) => ({
        startedAt: shift(startedAt),
        reports: reports.map(([at, ...counts]) => [shift(at), ...counts]),
      })),
    })),
    endedAt: trace.endedAt + pauseMs,
  };
}

/** Returns a visit with its derived pause, such as the night of which only some minutes were recorded. */
export const ordinaryVisit = (trace: VisitTrace): VisitTrace =>
  trace.pause ? { ...prolonged(trace, trace.pause.at, trace.pause.ms), pause: null } : trace;

/** Returns a visit with a pause, such as a night, at the first report after a moment: players report when they pause. */
export function withPause(trace: VisitTrace, afterMs: number, pauseMs: number): VisitTrace {
  const pausedAt = Math.min(...reportTimes(trace).filter((at) => at >= afterMs), trace.endedAt);
  const kind = `${trace.kind}, with a pause of ${pauseMs / 60_000} min`;
  return { ...prolonged(trace, pausedAt, pauseMs), kind };
}

/** Returns a visit whose deliveries went to other addresses. @param addressOf by time and number of the delivery */
export const withAddresses = (
  trace: VisitTrace,
  addressOf: (at: number, index: number) => string,
): VisitTrace => ({
  ...trace,
  sessions: trace.sessions.map((session) => ({
    ...session,
    uses: session.uses.map(([at], index) => [at, addressOf(at, index)]),
  })),
});
