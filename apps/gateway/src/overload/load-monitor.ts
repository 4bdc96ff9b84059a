import { type RequestClass, requestClasses } from './request-class.js';

export interface LoadLimits {
  /** Requests in progress at once. */
  maxInFlight: number;
  /** Milliseconds of event loop delay. */
  maxDelayMs: number;
}

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

  constructor(
    private readonly limits: LoadLimits,
    private readonly loop: { readonly delayMs: number },
  ) {}

  /** Load from 0 (none) to 1 (full capacity) or more. */
  get level(): number {
    return Math.max(this.requestLoad, this.loopLoad);
  }

  /** Returns the reason to reject a request of this class; undefined admits it. */
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
