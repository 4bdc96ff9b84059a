import { Injectable } from '@nestjs/common';
import { type Delivery, MINUTE_MS } from '@secure-preview/contracts';
import { MAX_TRAILER_SECONDS } from '../viewing/played-ranges.js';
import type { SegmentDelivery } from './delivery.queries.js';
import { DeliveryRepository } from './delivery.repository.js';

/** Milliseconds. Older reports are clamped to this age. */
const MAX_AGE_MS = 10 * MINUTE_MS;

const clampPosition = (seconds: number) => Math.min(Math.max(seconds, 0), MAX_TRAILER_SECONDS);

/** Returns a delivery for each segment of an answer. */
function eachSegment({ next = [], ...delivery }: Delivery): SegmentDelivery[] {
  const { variantHash: _, ...common } = delivery;
  return [delivery, ...next.map((segment) => ({ ...common, ...segment }))];
}

/** Records which segments the gateway sent to which lead. */
@Injectable()
export class DeliveriesService {
  constructor(private readonly deliveries: DeliveryRepository) {}

  /**
   * Stores deliveries, one for each segment, with impossible positions and ages clamped. A repeated command changes
   * nothing.
   */
  record(deliveries: readonly Delivery[], commandId: string): Promise<void> {
    const clamped = deliveries.flatMap(eachSegment).map((delivery) => {
      const from = clampPosition(delivery.from);
      const agoMs = Math.min(delivery.agoMs, MAX_AGE_MS);
      return { ...delivery, agoMs, from, to: Math.max(from, clampPosition(delivery.to)) };
    });
    return this.deliveries.add(clamped, commandId);
  }
}
