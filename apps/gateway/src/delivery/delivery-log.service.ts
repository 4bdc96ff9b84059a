import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppError, type Delivery, viewingLimits } from '@secure-preview/contracts';
import { type Logger, retry } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import { DELIVERIES, type DeliveriesClient } from '../rpc/rpc.module.js';
import { deliveriesLost, deliveryBuffers } from './delivery.metrics.js';

const BATCH = viewingLimits.maxDeliveriesPerCommand;
/**
 * Maximum number of deliveries buffered while analytics-service is unavailable. With hundreds of viewers, the
 * buffer takes minutes to fill. It then has a few megabytes.
 */
const MAX_BUFFERED = 20_000;
const FLUSH_MS = 1000;
const RETRY_MS = 1000;
/** Failed attempts at a command, not counting those while the service is unavailable. */
const MAX_FAILED_ATTEMPTS = 3;
/** Milliseconds to send the remaining deliveries at shutdown. */
const SHUTDOWN_FLUSH_MS = 5000;

type NewDelivery = Omit<Delivery, 'agoMs'>;
interface BufferedDelivery {
  readonly delivery: NewDelivery;
  /** `performance.now()`, in milliseconds. */
  readonly deliveredAt: number;
}

const isUnavailable = (error: unknown) =>
  error instanceof AppError && ['SERVICE_UNAVAILABLE', 'DEADLINE_EXCEEDED'].includes(error.code);

/** Returns the number of segments of a delivery. */
const segmentsIn = ({ delivery }: BufferedDelivery): number => 1 + (delivery.next?.length ?? 0);

/** Returns the deliveries of a command that is sent now. */
function withAge(batch: readonly BufferedDelivery[]): Delivery[] {
  const now = performance.now();
  return batch.map(({ delivery, deliveredAt }) => ({ ...delivery, agoMs: Math.round(now - deliveredAt) }));
}

/**
 * Reports delivered segments to analytics-service in batches, at most a second later. Responses do not wait for
 * the reports. While the service is unavailable, deliveries are buffered and batches are retried under the same command
 * id. Deliveries beyond the buffer, and batches that keep failing, are counted and logged as lost.
 */
@Injectable()
export class DeliveryLogService implements OnApplicationShutdown {
  private buffer: BufferedDelivery[] = [];
  /** Segments in the buffer. */
  private buffered = 0;
  private lost = 0;
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> | undefined;
  private readonly shutdownDeadline = new AbortController();
  private readonly unregisterGauge = deliveryBuffers.add('gateway', () => this.buffered);

  constructor(
    @Inject(DELIVERIES) private readonly deliveries: DeliveriesClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  record(delivery: NewDelivery): void {
    const entry = { delivery, deliveredAt: performance.now() };
    if (this.buffered >= MAX_BUFFERED) {
      if (this.lost === 0)
        this.logger.error(
          'delivery buffer is full, so deliveries are lost: check that analytics-service is running',
        );
      this.countLost(segmentsIn(entry));
      return;
    }
    this.buffer.push(entry);
    this.buffered += segmentsIn(entry);
    if (this.buffered >= BATCH) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  /**
   * Sends the remaining deliveries. Requests have ended by now. The RPC transport closes later, because its
   * module is global.
   */
  async onApplicationShutdown(): Promise<void> {
    const deadline = setTimeout(() => this.shutdownDeadline.abort(), SHUTDOWN_FLUSH_MS);
    this.flush();
    await this.sending;
    clearTimeout(deadline);
    this.unregisterGauge();
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sending ??= this.sendAll().finally(() => {
      this.sending = undefined;
    });
  }

  private async sendAll(): Promise<void> {
    while (this.buffer.length > 0) await this.send(this.takeBatch());
    if (this.lost > 0) this.logger.error({ count: this.lost }, 'deliveries were not recorded');
    this.lost = 0;
  }

  /** Removes deliveries of `BATCH` segments, or a few more. */
  private takeBatch(): BufferedDelivery[] {
    let segments = 0;
    const end = this.buffer.findIndex((entry) => {
      segments += segmentsIn(entry);
      return segments >= BATCH;
    });
    const batch = this.buffer.splice(0, end === -1 ? this.buffer.length : end + 1);
    this.buffered -= segments;
    return batch;
  }

  private async send(batch: readonly BufferedDelivery[]): Promise<void> {
    const commandId = randomUUID();
    const context = { requestId: commandId, commandId };
    let failures = 0;
    const recorded = retry(() => this.deliveries.record({ deliveries: withAge(batch) }, context), {
      everyMs: RETRY_MS,
      signal: this.shutdownDeadline.signal,
      onFailure: (error) => {
        if (!isUnavailable(error)) failures += 1;
        this.logger.warn({ err: error, count: batch.length }, 'deliveries could not be recorded');
        if (failures === MAX_FAILED_ATTEMPTS) throw error;
      },
    });
    // An error was logged above.
    if ((await recorded.catch(() => undefined)) === undefined)
      this.countLost(batch.reduce((sum, entry) => sum + segmentsIn(entry), 0));
  }

  private countLost(count: number): void {
    this.lost += count;
    deliveriesLost.inc(count);
  }
}
