import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const ms = z.number();

/**
 * What a visit was sent, and what its players reported, as `e2e/src/browser/flag-traces.e2e-spec.ts` records it in
 * Chromium. Times are milliseconds since the first grant.
 */
const visitTrace = z.object({
  name: z.string(),
  /** Whole segments with a picture: when, and from which to which second of the trailer. */
  sent: z.array(z.tuple([ms, z.number(), z.number()])),
  players: z.array(
    z.object({
      startedAt: ms,
      reports: z.array(
        z.tuple([ms, z.int().describe('seeks'), z.int().describe('losses'), z.int().describe('plays')]),
      ),
    }),
  ),
  endedAt: ms,
});
export type VisitTrace = z.output<typeof visitTrace>;

/** Reads the recorded traces. @param folder by default that of this source; a build does not copy them */
export const recordedTraces = (folder = join(import.meta.dirname, 'traces')): VisitTrace[] =>
  readdirSync(folder).map((file) => visitTrace.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))));

/** Returns a visit with a pause, such as a night, at the first report after a moment: players report when they pause. */
export function withPause(trace: VisitTrace, afterMs: number, pauseMs: number): VisitTrace {
  const reports = trace.players.flatMap((player) => player.reports.map(([at]) => at));
  const pausedAt = Math.min(...reports.filter((at) => at >= afterMs), trace.endedAt);
  const shift = (at: number) => (at > pausedAt ? at + pauseMs : at);
  return {
    name: `${trace.name}, with a pause of ${pauseMs / 60_000} min`,
    sent: trace.sent.map(([at, from, to]) => [shift(at), from, to]),
    players: trace.players.map(({ startedAt, reports }) => ({
      startedAt: shift(startedAt),
      reports: reports.map(([at, ...counts]) => [shift(at), ...counts]),
    })),
    endedAt: trace.endedAt + pauseMs,
  };
}
