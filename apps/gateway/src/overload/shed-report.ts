import { type Logger } from '@secure-preview/service-kit';
import type { ShedReason } from './load-monitor.js';
import { requestsShed } from './overload.metrics.js';
import { type RequestClass } from './request-class.js';

/** Interval of the log. Logging each rejection would cost most of the time that rejecting saves. */
const LOG_INTERVAL_MS = 5000;

/** Counts rejected requests, and logs the counts at intervals. */
export class ShedReport {
  private counts: Partial<Record<RequestClass, number>> = {};
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly logger: Logger) {}

  add(kind: RequestClass, reason: ShedReason | 'relays'): void {
    requestsShed.inc({ class: kind, reason });
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    this.timer ??= setTimeout(() => this.log(), LOG_INTERVAL_MS).unref();
  }

  private log(): void {
    this.timer = undefined;
    this.logger.warn({ refused: this.counts }, 'overloaded: some requests are refused');
    this.counts = {};
  }
}
