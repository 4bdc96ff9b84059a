import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppError, type Delivery, limits } from '@secure-preview/contracts';
import { GaugeSources, type Logger, metric } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import { DELIVERIES, type DeliveriesClient } from '../rpc/rpc.module.js';

const BATCH = limits.viewing.maxDeliveriesPerCommand;
/**
 * Deliveries buffered at most while analytics-service is unavailable: minutes of hundreds of viewers, some
 * megabytes.
 */
const MOST_WAITING = 20_000;
const FLUSH_MS = 1000;
const PAUSE_MS = 1000;
/** Attempts at a command that fails although the service is available. */
const TRIES_WHEN_REFUSED = 3;
/** Milliseconds to send the remaining deliveries at shutdown. */
const LAST_FLUSH_MS = 5000;

type Answered = Omit<Delivery, 'agoMs'>;
interface Kept {
  readonly delivery: Answered;
  /** Milliseconds of the monotonic clock of this process. */
  readonly at: number;
}

const lostTotal = metric.counter(
  'portal_deliveries_lost_total',
  'Delivered segments that could not be recorded; their evidence is missing.',
);
const buffers = new GaugeSources<() => number>();
metric.gauge(
  'portal_deliveries_waiting',
  'Delivered segments waiting to be recorded by analytics-service.',
  [],
  (gauge) => {
    gauge.set(0);
    for (const [, waiting] of buffers) gauge.inc(waiting());
  },
);

const isAway = (error: unknown) =>
  error instanceof AppError && ['SERVICE_UNAVAILABLE', 'DEADLINE_EXCEEDED'].includes(error.code);

/**
 * Reports to analytics-service which segments were sent to whom, in batches, at most a second later. No
 * response waits for it. While the service is unavailable, deliveries are buffered and batches are retried
 * under the same command id. Deliveries beyond the buffer, and batches that keep failing, are counted and
 * logged as lost.
 */
@Injectable()
export class DeliveryLogService implements OnApplicationShutdown {
  private waiting: Kept[] = [];
  private lost = 0;
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> | undefined;
  private readonly giveUp = new AbortController();
  private readonly unwatch = buffers.add('gateway', () => this.waiting.length);

  constructor(
    @Inject(DELIVERIES) private readonly deliveries: DeliveriesClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  record(delivery: Answered): void {
    if (this.waiting.length >= MOST_WAITING) {
      if (this.lost === 0) this.logger.error('too many deliveries wait for analytics-service; some are lost');
      this.loseSome(1);
      return;
    }
    this.waiting.push({ delivery, at: performance.now() });
    if (this.waiting.length >= BATCH) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  /**
   * Sends the remaining deliveries. Requests have ended by now. The transport closes after this hook, because
   * its module is global.
   */
  async onApplicationShutdown(): Promise<void> {
    const deadline = setTimeout(() => this.giveUp.abort(), LAST_FLUSH_MS);
    this.flush();
    await this.sending;
    clearTimeout(deadline);
    this.unwatch();
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sending ??= this.sendAll().finally(() => {
      this.sending = undefined;
    });
  }

  private async sendAll(): Promise<void> {
    while (this.waiting.length > 0) await this.send(this.waiting.splice(0, BATCH));
    if (this.lost > 0) this.logger.error({ count: this.lost }, 'deliveries were not recorded');
    this.lost = 0;
  }

  private async send(batch: readonly Kept[]): Promise<void> {
    const commandId = randomUUID();
    let refused = 0;
    while (!this.giveUp.signal.aborted) {
      const now = performance.now();
      const deliveries = batch.map(({ delivery, at }) => ({ ...delivery, agoMs: Math.round(now - at) }));
      try {
        await this.deliveries.record({ deliveries }, { requestId: commandId, commandId });
        return;
      } catch (error) {
        if (!isAway(error)) refused += 1;
        this.logger.warn({ err: error, count: batch.length }, 'deliveries could not be recorded');
        if (refused === TRIES_WHEN_REFUSED) break;
      }
      await pause(PAUSE_MS, undefined, { signal: this.giveUp.signal }).catch(() => undefined);
    }
    this.loseSome(batch.length);
  }

  private loseSome(count: number): void {
    this.lost += count;
    lostTotal.inc(count);
  }
}
