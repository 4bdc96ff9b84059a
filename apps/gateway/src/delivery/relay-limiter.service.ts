import { Inject, Injectable } from '@nestjs/common';
import { AppError, RETRY_AFTER_PARAM } from '@secure-preview/contracts';
import { metric } from '@secure-preview/service-kit';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment } from '../environment.js';
import { ShedReport } from '../overload/shed-report.js';

/**
 * Relays per session. Players fetch one audio and one video segment at a time, and sometimes the next ones.
 */
const PER_SESSION = 8;
const RETRY_SECONDS = 1;

const relays = metric.gauge('portal_relays_in_flight', 'Segments and posters being relayed.');

/**
 * Caps concurrent relays. Each holds a connection to the store, and the data that a slow browser has not
 * read.
 */
@Injectable()
export class RelayLimiterService {
  private readonly bySession = new Map<string, number>();
  private all = 0;

  constructor(
    @Inject(GATEWAY_ENVIRONMENT) private readonly settings: GatewayEnvironment,
    private readonly report: ShedReport,
  ) {}

  /** Runs `relay` if a slot is free. @throws AppError `SERVICE_UNAVAILABLE` if none is */
  async with<T>(sessionRef: string, relay: () => Promise<T>): Promise<T> {
    const own = this.bySession.get(sessionRef) ?? 0;
    if (this.all >= this.settings.MAX_RELAYS || own >= PER_SESSION) {
      this.report.add('watching', 'relays');
      throw new AppError('SERVICE_UNAVAILABLE', { params: { [RETRY_AFTER_PARAM]: RETRY_SECONDS } });
    }
    this.count(sessionRef, 1);
    try {
      return await relay();
    } finally {
      this.count(sessionRef, -1);
    }
  }

  private count(sessionRef: string, step: 1 | -1): void {
    this.all += step;
    relays.inc(step);
    const own = (this.bySession.get(sessionRef) ?? 0) + step;
    if (own > 0) this.bySession.set(sessionRef, own);
    else this.bySession.delete(sessionRef);
  }
}
