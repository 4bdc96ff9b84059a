import { Inject, Injectable } from '@nestjs/common';
import { AppError, RETRY_AFTER_PARAM } from '@secure-preview/contracts';
import { GATEWAY_ENVIRONMENT, type GatewayEnvironment } from '../environment.js';
import { ShedReport } from '../overload/shed-report.js';
import { relaysInFlight } from './delivery.metrics.js';

/**
 * Relays per session. Players fetch one audio and one video segment at a time, and sometimes the next ones.
 */
const MAX_PER_SESSION = 8;
const RETRY_SECONDS = 1;

/**
 * Caps concurrent relays. Each one occupies a connection to the store and buffers data for a slow browser.
 */
@Injectable()
export class RelayLimiterService {
  private readonly bySession = new Map<string, number>();
  private total = 0;

  constructor(
    @Inject(GATEWAY_ENVIRONMENT) private readonly settings: GatewayEnvironment,
    private readonly shedReport: ShedReport,
  ) {}

  /** Runs `relay` if a slot is free. @throws AppError `SERVICE_UNAVAILABLE` if no slot is free */
  async run<T>(sessionRef: string, relay: () => Promise<T>): Promise<T> {
    const sessionRelays = this.bySession.get(sessionRef) ?? 0;
    if (this.total >= this.settings.MAX_RELAYS || sessionRelays >= MAX_PER_SESSION) {
      this.shedReport.add('watching', 'relays');
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
    this.total += step;
    relaysInFlight.inc(step);
    const sessionRelays = (this.bySession.get(sessionRef) ?? 0) + step;
    if (sessionRelays > 0) this.bySession.set(sessionRef, sessionRelays);
    else this.bySession.delete(sessionRef);
  }
}
