import { type RequestClass, requestClasses } from './request-class.js';

/** Limit that a rejected request exceeded. */
export type ShedReason = 'in_flight' | 'event_loop';

/**
 * Multiple of the delay limit at which leads are rejected. Slots can be reserved for leads, but event loop
 * time cannot.
 */
const LEAD_DELAY_FACTOR = 4;

/** Measures the load of a gateway as a share of its capacity. */
export class LoadMonitor {
  private inFlight = 0;

  /** @param limits requests in progress at once, and milliseconds of event loop delay */
  constructor(
    private readonly limits: { readonly maxInFlight: number; readonly maxDelayMs: number },
    private readonly loop: { readonly delayMs: number },
  ) {}

  /** Load from 0 (none) to 1 (full capacity) or more. */
  get level(): number {
    return Math.max(this.requestLoad, this.loopLoad);
  }

  /** Returns the reason to reject a request of this class, or undefined to admit it. */
  refusalReason(kind: RequestClass): ShedReason | undefined {
    const share = requestClasses[kind];
    if (this.requestLoad >= share) return 'in_flight';
    return this.loopLoad >= (kind === 'lead' ? LEAD_DELAY_FACTOR : share) ? 'event_loop' : undefined;
  }

  enter(): void {
    this.inFlight += 1;
  }

  leave(): void {
    this.inFlight -= 1;
  }

  private get requestLoad(): number {
    return this.inFlight / this.limits.maxInFlight;
  }

  private get loopLoad(): number {
    return this.loop.delayMs / this.limits.maxDelayMs;
  }
}
