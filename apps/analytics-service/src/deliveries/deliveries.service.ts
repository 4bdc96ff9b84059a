import { Injectable } from '@nestjs/common';
import type { Delivery } from '@secure-preview/contracts';
import { DeliveryRepository } from './delivery.repository.js';

/** Upper bound of a position, in seconds; keeps positions small enough to store. */
const LONGEST_TRAILER = 24 * 60 * 60;
/** Milliseconds. Older reports are clamped to this age. */
const MAX_AGE_MS = 600_000;

const within = (seconds: number) => Math.min(Math.max(seconds, 0), LONGEST_TRAILER);

/** Records which segments were sent to whom, as the gateway saw it. */
@Injectable()
export class DeliveriesService {
  constructor(private readonly deliveries: DeliveryRepository) {}

  /** Stores deliveries, with impossible positions and ages clamped. A repeated command changes nothing. */
  record(deliveries: readonly Delivery[], commandId: string): Promise<void> {
    const clamped = deliveries.map((delivery) => {
      const from = within(delivery.from);
      const agoMs = Math.min(delivery.agoMs, MAX_AGE_MS);
      return { ...delivery, agoMs, from, to: Math.max(from, within(delivery.to)) };
    });
    return this.deliveries.add(clamped, commandId);
  }
}
