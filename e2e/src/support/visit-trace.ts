import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { selectRows, withClient } from '@secure-preview/embedded';
import { readRunState } from '@secure-preview/standalone';
import * as z from 'zod';
import type { TestPortal } from './portal.js';

/** What one visit was sent, and what its players reported. Times are milliseconds since the first grant. */
export interface VisitTrace {
  readonly name: string;
  /** Whole segments with a picture: when, and from which to which second of the trailer. */
  readonly sent: [at: number, from: number, to: number][];
  readonly players: PlayerTrace[];
  readonly endedAt: number;
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

  /** Returns the trace of the visit of a person with a unique name. */
  async trace(portal: TestPortal, person: string, name: string): Promise<VisitTrace> {
    const ofLead = `SELECT id FROM analytics.leads WHERE name = $1`;
    const sent = await query(
      portal,
      z.object({ at: z.number(), from: z.number(), to: z.number() }),
      `SELECT (extract(epoch FROM at) * 1000)::float8 AS at, lower(played) / 1000.0::float8 AS "from",
              upper(played) / 1000.0::float8 AS "to"
       FROM analytics.segment_deliveries WHERE lead_id = (${ofLead}) AND kind <> 'audio' AND whole ORDER BY at, played`,
      [person],
    );
    const players = await query(
      portal,
      z.object({ id: z.string(), startedAt: z.number(), grantedAt: z.number() }),
      `SELECT v.id, (extract(epoch FROM v.started_at) * 1000)::float8 AS "startedAt",
              (extract(epoch FROM g.recorded_at) * 1000)::float8 - g.ago_ms AS "grantedAt"
       FROM analytics.viewing_sessions v JOIN analytics.playback_grants g ON g.lead_id = v.lead_id
       WHERE v.lead_id = (${ofLead}) ORDER BY v.started_at`,
      [person],
    );
    const start = players[0]?.grantedAt ?? sent[0]?.at ?? Date.now();
    const since = (at: number) => Math.round(at - start);
    return {
      name,
      sent: sent.map(({ at, from, to }) => [since(at), from, to]),
      players: players.map(({ id, startedAt }) => ({
        startedAt: since(startedAt),
        reports: (this.reports.get(id) ?? []).map(([at, ...counts]) => [since(at), ...counts]),
      })),
      endedAt: since(Date.now()),
    };
  }
}
