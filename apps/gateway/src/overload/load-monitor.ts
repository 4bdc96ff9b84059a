import { type RequestClass, requestClasses } from './request-class.js';

export interface LoadLimits {
  /** Requests in progress at once. */
  maxInFlight: number;
  /** Milliseconds of event loop delay. */
  maxDelayMs: number;
}

/** Why a request is refused. */
export type ShedReason = 'in_flight' | 'event_loop';

/**
 * Multiple of the delay limit from which leads are refused. Slots can be reserved for them, but event loop time
 * cannot.
 */
const LEADS_LATENESS = 4;

/** Measures the load of a gateway as a share of its capacity. */
export class LoadMonitor {
  private inFlight = 0;

  constructor(
    private readonly limits: LoadLimits,
    private readonly loop: { readonly delayMs: number },
  ) {}

  /** Load from 0 (none) to 1 (full capacity) and beyond. */
  get level(): number {
    return Math.max(this.ofRequests, this.ofLoop);
  }

  /** Returns the reason to refuse a request of this class; undefined admits it. */
  refuses(kind: RequestClass): ShedReason | undefined {
    const share = requestClasses[kind];
    if (this.ofRequests >= share) return 'in_flight';
    return this.ofLoop >= (kind === 'lead' ? LEADS_LATENESS : share) ? 'event_loop' : undefined;
  }

  enter(): void {
    this.inFlight += 1;
  }

  leave(): void {
    this.inFlight -= 1;
  }

  private get ofRequests(): number {
    return this.inFlight / this.limits.maxInFlight;
  }

  private get ofLoop(): number {
    return this.loop.delayMs / this.limits.maxDelayMs;
  }
}
