import type { FlagFacts } from '@secure-preview/contracts';
import { sentParts } from '../../testing/sent-parts.js';
import type { TrailerVisit } from '../observation.js';
import { copyingFlag } from '../rules/copying.js';
import { noPlayerFlag } from '../rules/no-player.js';
import { watermarkFlag } from '../rules/watermark.js';
import type { VisitTrace } from './visit-trace.js';

/** Milliseconds between passes, and for which they continue after a visit. */
const PASS_MS = 10_000;
const AFTER_MS = 90_000;
/** Milliseconds by which gateways and networks delay deliveries and reports. */
const MAX_DELAY_MS = 3000;

/** Returns what is stored of a visit at a moment. */
function visitAt({ sent, players }: VisitTrace, now: number, delayMs: number): TrailerVisit {
  const isStored = (at: number) => at + delayMs <= now;
  return {
    sent: sentParts(
      sent.map(([at, from, to]) => ({ at, recordedAt: at + delayMs, from, to })),
      now,
    ),
    grantedAt: players.some(({ startedAt }) => isStored(startedAt)) ? 0 : null,
    players: players
      .filter(({ startedAt }) => isStored(startedAt))
      .map(({ startedAt, reports }) => {
        const [at = startedAt, seeks = 0, , plays = 0] = reports.findLast(([time]) => isStored(time)) ?? [];
        return {
          startedAt,
          lastReportAt: at,
          seeks,
          plays,
          playedSeconds: plays > 0 ? (at - startedAt) / 1000 : 0,
        };
      }),
    mayStartNone: false,
  };
}

const lossesAt = ({ players }: VisitTrace, now: number) =>
  players.reduce((sum, { reports }) => sum + (reports.findLast(([at]) => at <= now)?.[2] ?? 0), 0);

/** Returns the times of the passes that can see something new, from `start` on. */
function* passTimes({ sent, players, endedAt }: VisitTrace, start: number): Generator<number> {
  const events = [
    ...sent.map(([at]) => at),
    ...players.flatMap(({ reports }) => reports.map(([at]) => at)),
    endedAt,
  ];
  for (let now = start; now <= endedAt + AFTER_MS; now += PASS_MS) {
    const isQuiet = !events.some((at) => at <= now && at > now - AFTER_MS);
    const next = Math.min(...events.filter((at) => at > now));
    if (isQuiet && Number.isFinite(next)) now += Math.floor((next - now) / PASS_MS) * PASS_MS;
    yield now;
  }
}

/**
 * Applies the rules about one visit as the passes of the service do, in virtual time.
 *
 * @param random returns numbers from 0 to 1, for the time of the first pass and the delay of what is stored
 * @returns the flags; of each kind at most one
 */
export function replay(trace: VisitTrace, random: () => number): FlagFacts[] {
  const flags = new Map<string, FlagFacts>();
  const delayMs = random() * MAX_DELAY_MS;
  for (const now of passTimes(trace, random() * PASS_MS)) {
    const visit = visitAt(trace, now, delayMs);
    for (const facts of [copyingFlag(visit), noPlayerFlag(visit, now), watermarkFlag(lossesAt(trace, now))])
      if (facts && !flags.has(facts.kind)) flags.set(facts.kind, facts);
  }
  return [...flags.values()];
}
