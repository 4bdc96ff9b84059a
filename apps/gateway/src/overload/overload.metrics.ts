import { GaugeSources, metric } from '@secure-preview/service-kit';
import type { ShedReason } from './load-monitor.js';
import { requestClasses } from './request-class.js';

export const connectionsClosed = metric.counter(
  'portal_http_connections_closed_total',
  'Connections closed because the cap was exceeded, the longest idle first.',
);
export const openConnections = metric.gauge(
  'portal_http_connections',
  'Open connections to the public port.',
);

export const loadLevels = new GaugeSources<() => number>();
metric.gauge(
  'portal_http_load_ratio',
  'Load of this gateway as a share of its limit. At 0.6 or more, some requests are refused.',
  [],
  (gauge) => {
    gauge.set(0);
    for (const [, level] of loadLevels) gauge.set(level());
  },
);

export const transfersCut = metric.counter(
  'portal_http_transfers_cut_total',
  'Responses aborted because the client read them too slowly.',
);

export const requestsShed = metric.counter(
  'portal_http_requests_shed_total',
  'Requests refused by overload control, by class and exceeded limit.',
  ['class', 'reason'],
);
// Starts every series at 0. Prometheus detects no increase in a series that starts at its first rejection.
for (const kind of Object.keys(requestClasses))
  for (const reason of ['in_flight', 'event_loop'] satisfies ShedReason[])
    requestsShed.inc({ class: kind, reason }, 0);
requestsShed.inc({ class: 'watching', reason: 'relays' }, 0);
