import type { Delivery } from '@secure-preview/contracts';
import type { Delivered } from './delivered.js';

export abstract class DeliveryRepository {
  /**
   * Stores deliveries and adds them to the summaries of their leads, in one transaction. A repeated command
   * changes nothing.
   */
  abstract add(deliveries: readonly Delivery[], commandId: string): Promise<void>;
  /**
   * Returns sent parts by lead id, the most recently sent trailer first. Leads without deliveries are absent.
   */
  abstract ofLeads(leadIds: readonly string[]): Promise<Map<string, Delivered[]>>;
}
