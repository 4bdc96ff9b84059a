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

  async of(leads: readonly StoredLead[]): Promise<LeadWithStats[]> {
    const ids = leads.map(({ id }) => id);
    const [watched, delivered] = await Promise.all([this.watched.ofLeads(ids), this.deliveries.ofLeads(ids)]);
    return leads.map((lead) => {
      const { trailerId, seconds = 0, share = null, lastSeenAt = null } = watched.get(lead.id) ?? {};
      const sent = delivered.get(lead.id) ?? [];
      // Deliveries refer to the watched trailer, or to the most recently sent one if nothing was watched.
      const same = seconds > 0 ? sent.find((one) => one.trailerId === trailerId) : sent[0];
      return {
        ...lead,
        watchedSeconds: seconds,
        watchedShare: share,
        lastSeenAt,
        deliveredSeconds: same?.seconds ?? 0,
        deliveredShare: same?.share ?? null,
      };
    });
  }
}
