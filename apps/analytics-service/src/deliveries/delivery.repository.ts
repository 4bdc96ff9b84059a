import type { Delivery } from '@secure-preview/contracts';
import type { Delivered } from './delivered.js';

export abstract class DeliveryRepository {
  /**
   * Keeps deliveries, and adds them to what their leads were sent, in one transaction. A repeated command changes
   * nothing.
   */
  abstract add(deliveries: readonly Delivery[], commandId: string): Promise<void>;
  /** By lead id, the trailer that was sent last before the others; a lead that was sent nothing is not among them. */
  abstract ofLeads(leadIds: readonly string[]): Promise<Map<string, Delivered[]>>;
}
