import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { selectRows, withClient } from '@secure-preview/embedded';
import { readRunState } from '@secure-preview/standalone';
import * as z from 'zod';
import type { TestPortal } from './portal.js';

/**
 * What sessions were sent at the same time, and what their players reported. Times are milliseconds since the first
 * grant. `visit-trace.ts` of analytics-service reads it.
 */
export interface VisitTrace {
  readonly kind: string;
  readonly recorded: string;
  readonly derived: string;
  readonly pause: TracedPause | null;
  readonly sessions: SessionTrace[];
  readonly endedAt: number;
}

/** A moment of a recorded pause, and milliseconds by which replays make it longer. */
export interface TracedPause {
  readonly at: number;
  readonly ms: number;
}

export interface SessionTrace {
  /** Proved person in replays; null if the e-mail address was only typed. */
  readonly person: string | null;
  /** Whole segments with a picture: when, and from which to which second of the trailer. */
  readonly sent: [at: number, from: number, to: number][];
  /** All deliveries: when, and to which address. */
  readonly uses: [at: number, ip: string][];
  readonly players: PlayerTrace[];
}

interface PlayerTrace {
  readonly startedAt: number;
  readonly reports: [at: number, seeks: number, watermarkLosses: number, plays: number][];
}

/** Runs SQL as the owner of the portal's database. */
export function query<Row extends z.ZodType>(
  portal: TestPortal,
  row: Row,
  sql: string,
  values: unknown[] = [],
) {
  const state = readRunState(dirname(dirname(portal.logFile('gateway'))));
  if (!state?.databaseAdminUrl) throw new Error('the portal has no database of its own');
  return withClient(state.databaseAdminUrl, (client) => selectRows(client, row, sql, values));
}

/** Records the reports of a page that this process can see. The clock is that of the database, on the same host. */
export class ReportRecorder {
  private readonly reports = new Map<string, PlayerTrace['reports']>();

  follow(page: Page): void {
    page.on('request', (request) => {
      const id = /\/api\/viewing-session\/([0-9a-f-]+)$/.exec(request.url())?.[1];
      if (id === undefined || request.method() !== 'PATCH') return;
      const body = request.postDataJSON() as {
        seeks?: number;
        watermarkLosses?: number;
        plays?: { first: number; ranges: unknown[] };
      };
      const reports = this.reports.get(id) ?? [];
      const plays = body.plays ? body.plays.first + body.plays.ranges.length : (reports.at(-1)?.[3] ?? 0);
      reports.push([Date.now(), body.seeks ?? 0, body.watermarkLosses ?? 0, plays]);
      this.reports.set(id, reports);
    });
  }

  /** Returns what the session of a lead with a unique name was sent and reported, with times of the database's clock. */
  async session(portal: TestPortal, lead: string, person: string | null): Promise<RecordedSession> {
    const sent = await query(
      portal,
      z.object({ at: z.number(), from: z.number(), to: z.number(), ip: z.string(), isPicture: z.boolean() }),
      `SELECT (extract(epoch FROM at) * 1000)::float8 AS at, coalesce(lower(played), 0) / 1000.0::float8 AS "from",
              coalesce(upper(played), 0) / 1000.0::float8 AS "to", ip,
              kind <> 'audio' AND whole AND NOT isempty(played) AS "isPicture"
       FROM analytics.segment_deliveries WHERE lead_id = (${OF_LEAD}) ORDER BY at, played`,
      [lead],
    );
    const players = await query(
      portal,
      z.object({ id: z.string(), startedAt: z.number(), grantedAt: z.number() }),
      `SELECT v.id, (extract(epoch FROM v.started_at) * 1000)::float8 AS "startedAt",
              (extract(epoch FROM g.recorded_at) * 1000)::float8 - g.ago_ms AS "grantedAt"
       FROM analytics.viewing_sessions v JOIN analytics.playback_grants g ON g.lead_id = v.lead_id
       WHERE v.lead_id = (${OF_LEAD}) ORDER BY v.started_at`,
      [lead],
    );
    const startedAt = players[0]?.grantedAt ?? sent[0]?.at ?? Date.now();
    const tracedSince = (start: number): SessionTrace => {
      const since = (at: number) => Math.round(at - start);
      const uses = new Map(
        sent.map(({ at, ip }) => [`${since(at)} ${ip}`, [since(at), ip] as [number, string]]),
      );
      return {
        person,
        sent: sent.filter(({ isPicture }) => isPicture).map(({ at, from, to }) => [since(at), from, to]),
        uses: [...uses.values()],
        players: players.map(({ id, startedAt: at }) => ({
          startedAt: since(at),
          reports: (this.reports.get(id) ?? []).map(([time, ...counts]) => [since(time), ...counts]),
        })),
      };
    };
    return { startedAt, tracedSince };
  }
}

const OF_LEAD = 'SELECT id FROM analytics.leads WHERE name = $1';

export interface RecordedSession {
  /** Milliseconds since 1970, of the first grant. */
  readonly startedAt: number;
  /** Returns its trace with times since `start`. */
  tracedSince(start: number): SessionTrace;
}
