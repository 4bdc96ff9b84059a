import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DeliveredTime } from './delivered-time.js';
import { deliveredToLeads, insertDeliveries, type SegmentDelivery } from './delivery.queries.js';

@Injectable()
export class DeliveryRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Stores deliveries and adds them to the summaries of their leads, in one transaction. A repeated command
   * changes nothing.
   */
  add(deliveries: readonly SegmentDelivery[], commandId: string): Promise<void> {
    return insertDeliveries(this.dataSource, deliveries, commandId);
  }

  /**
   * Returns delivered times by lead id, the most recently sent trailer first. Leads without deliveries are
   * absent.
   */
  async ofLeads(leadIds: readonly string[]): Promise<Map<string, DeliveredTime[]>> {
    const byLead = new Map<string, DeliveredTime[]>();
    for (const { leadId, ...delivered } of await deliveredToLeads(this.dataSource, leadIds)) {
      const ofLead = byLead.get(leadId);
      if (ofLead) ofLead.push(delivered);
      else byLead.set(leadId, [delivered]);
    }
    return byLead;
  }
}
