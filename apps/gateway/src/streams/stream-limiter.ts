import { randomInt } from 'node:crypto';
import { AppError, RETRY_AFTER_PARAM, streamLimits } from '@secure-preview/contracts';
import { eventStreams, type StreamLimit, streamsRefused } from './streams.metrics.js';

/** Seconds after which a refused page tries again, at random. */
const RETRY_SECONDS = { min: 10, max: 30 };

const codes = {
  gateway: 'SERVICE_UNAVAILABLE',
  session: 'TOO_MANY_REQUESTS',
  address: 'TOO_MANY_REQUESTS',
} as const satisfies Record<StreamLimit, string>;

/** Caps the streams of a gateway, and of each session and address, so no visitor can hold all of them. */
export class StreamLimiter {
  private readonly bySession = new Map<string, number>();
  private readonly byAddress = new Map<string, number>();
  private total = 0;

  /**
   * Counts a stream. Returns a function that ends it.
   *
   * @param address key of the visitor's address for limits
   * @throws AppError `SERVICE_UNAVAILABLE`, `TOO_MANY_REQUESTS`
   */
  take(sessionRef: string, address: string): () => void {
    const limit = this.exceeded(sessionRef, address);
    if (limit) {
      streamsRefused.inc({ limit });
      const seconds = randomInt(RETRY_SECONDS.min, RETRY_SECONDS.max + 1);
      throw new AppError(codes[limit], { params: { [RETRY_AFTER_PARAM]: seconds } });
    }
    this.count(sessionRef, address, 1);
    return () => this.count(sessionRef, address, -1);
  }

  private exceeded(sessionRef: string, address: string): StreamLimit | undefined {
    const { perGateway, perSession, perAddress } = streamLimits;
    if (this.total >= perGateway) return 'gateway';
    if ((this.bySession.get(sessionRef) ?? 0) >= perSession) return 'session';
    return (this.byAddress.get(address) ?? 0) >= perAddress ? 'address' : undefined;
  }

  private count(sessionRef: string, address: string, step: 1 | -1): void {
    this.total += step;
    eventStreams.inc(step);
    add(this.bySession, sessionRef, step);
    add(this.byAddress, address, step);
  }
}

function add(counts: Map<string, number>, key: string, step: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + step;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
