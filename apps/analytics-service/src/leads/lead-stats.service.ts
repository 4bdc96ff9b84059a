import { Injectable } from '@nestjs/common';
import { DeliveryRepository } from '../deliveries/delivery.repository.js';
import { WatchStatsRepository } from '../viewing/watch-stats.repository.js';
import type { LeadWithStats, StoredLead } from './lead.js';

/** Adds watched and delivered time to leads. */
@Injectable()
export class LeadStatsService {
  constructor(
    private readonly watched: WatchStatsRepository,
    private readonly deliveries: DeliveryRepository,
  ) {}

  async withStats(leads: readonly StoredLead[]): Promise<LeadWithStats[]> {
    const ids = leads.map(({ id }) => id);
    const [watched, delivered] = await Promise.all([this.watched.ofLeads(ids), this.deliveries.ofLeads(ids)]);
    return leads.map((lead) => {
      const { trailerId, seconds = 0, share = null, lastSeenAt = null } = watched.get(lead.id) ?? {};
      const deliveredTimes = delivered.get(lead.id) ?? [];
      // Deliveries refer to the watched trailer, or to the most recently sent one if nothing was watched.
      const matching =
        seconds > 0 ? deliveredTimes.find((delivery) => delivery.trailerId === trailerId) : deliveredTimes[0];
      return {
        ...lead,
        watchedSeconds: seconds,
        watchedShare: share,
        lastSeenAt,
        deliveredSeconds: matching?.seconds ?? 0,
        deliveredShare: matching?.share ?? null,
      };
    });
  }
}
