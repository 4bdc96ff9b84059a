import { type Logger, metric } from '@secure-preview/service-kit';
import type { ShedReason } from './load-monitor.js';
import { type RequestClass, requestClasses } from './request-class.js';

const shed = metric.counter(
  'portal_http_requests_shed_total',
  'Requests refused by overload control, by class and exceeded limit.',
  ['class', 'reason'],
);
// Starts every series at 0. Prometheus detects no increase in a series that starts at its first refusal.
for (const kind of Object.keys(requestClasses))
  for (const reason of ['in_flight', 'event_loop'] satisfies ShedReason[])
    shed.inc({ class: kind, reason }, 0);
shed.inc({ class: 'watching', reason: 'relays' }, 0);

/** Interval of the log. Logging each refusal would cost most of the time that refusing saves. */
const LOG_INTERVAL_MS = 5000;

/** Counts refused requests, and logs the counts at intervals. */
export class ShedReport {
  private counts: Partial<Record<RequestClass, number>> = {};
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly logger: Logger) {}

  add(kind: RequestClass, reason: ShedReason | 'relays'): void {
    shed.inc({ class: kind, reason });
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    this.timer ??= setTimeout(() => this.log(), LOG_INTERVAL_MS).unref();
  }

  private log(): void {
    this.timer = undefined;
    this.logger.warn({ refused: this.counts }, 'overloaded: some requests are refused');
    this.counts = {};
  }
}
