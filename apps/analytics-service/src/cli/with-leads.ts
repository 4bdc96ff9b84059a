import { environmentOrExit } from '@secure-preview/service-kit';
import { DataSource } from 'typeorm';
import { analyticsDataSource } from '../database/data-source.js';
import { DeliveryRepository } from '../deliveries/delivery.repository.js';
import { analyticsEnvironment } from '../environment.js';
import { LeadRepository } from '../leads/lead.repository.js';
import { LeadStatsService } from '../leads/lead-stats.service.js';
import { WatchStatsRepository } from '../viewing/watch-stats.repository.js';

/** Dependencies of a command that reads leads. */
interface Leads {
  readonly leads: LeadRepository;
  readonly stats: LeadStatsService;
}

/** Connects to the database for the duration of `work`. */
export async function withLeads<T>(work: (leads: Leads) => Promise<T>): Promise<T> {
  const { DATABASE_URL } = environmentOrExit(analyticsEnvironment.pick({ DATABASE_URL: true }));
  const dataSource = await new DataSource(analyticsDataSource(DATABASE_URL)).initialize();
  try {
    const stats = new LeadStatsService(
      new WatchStatsRepository(dataSource),
      new DeliveryRepository(dataSource),
    );
    return await work({ leads: new LeadRepository(dataSource), stats });
  } finally {
    await dataSource.destroy();
  }
}
