import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type * as z from 'zod/mini';
import { type watchStats, watchStatsOfLeads } from './watched-summary.queries.js';

export type WatchStats = Readonly<z.infer<typeof watchStats>>;

@Injectable()
export class WatchStatsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns stats by lead id. Leads that never started a player are absent. */
  async ofLeads(leadIds: readonly string[]): Promise<Map<string, WatchStats>> {
    const rows = await watchStatsOfLeads(this.dataSource, leadIds);
    return new Map(rows.map(({ leadId, ...watched }) => [leadId, watched]));
  }
}
