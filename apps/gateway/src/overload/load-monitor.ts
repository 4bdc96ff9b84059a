import { type RequestClass, requestClasses } from './request-class.js';

export interface PressureLimits {
  /** Requests that may be worked on at once. */
  maxInFlight: number;
  /** Milliseconds that the event loop may be late. */
  maxDelayMs: number;
}

/** Why a request is refused. */
export type ShedReason = 'in_flight' | 'event_loop';

/** Beyond this many times the lateness that a loop may have, leads are refused too: room is kept for them, time cannot be. */
const LEADS_LATENESS = 4;

/** How much a gateway has to do, as a share of what it can bear. */
export class LoadMonitor {
  private inFlight = 0;

  constructor(
    private readonly limits: PressureLimits,
    private readonly loop: { readonly delayMs: number },
  ) {}

  /** 1 is all that it can bear. */
  get level(): number {
    return Math.max(this.ofRequests, this.ofLoop);
  }

  /** Whether a request of this class is one too many, and for which reason. */
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
