import { environmentOrExit } from '@secure-preview/service-kit';
import { DataSource } from 'typeorm';
import { analyticsDataSource } from '../database/data-source.js';
import { PostgresDeliveryRepository } from '../deliveries/persistence/postgres-delivery.repository.js';
import { analyticsEnvironment } from '../environment.js';
import { LeadStatsService } from '../leads/lead-stats.service.js';
import { PostgresLeadRepository } from '../leads/persistence/postgres-lead.repository.js';
import { PostgresWatchStatsRepository } from '../viewing/persistence/postgres-watch-stats.repository.js';

/** Dependencies of a command that reads leads. */
interface Leads {
  readonly leads: PostgresLeadRepository;
  readonly figures: LeadStatsService;
}

/** Connects to the database for the duration of `work`. */
export async function withLeads<T>(work: (leads: Leads) => Promise<T>): Promise<T> {
  const { DATABASE_URL } = environmentOrExit(analyticsEnvironment.pick({ DATABASE_URL: true }));
  const dataSource = await new DataSource(analyticsDataSource(DATABASE_URL)).initialize();
  try {
    const figures = new LeadStatsService(
      new PostgresWatchStatsRepository(dataSource),
      new PostgresDeliveryRepository(dataSource),
    );
    return await work({ leads: new PostgresLeadRepository(dataSource), figures });
  } finally {
    await dataSource.destroy();
  }
}
