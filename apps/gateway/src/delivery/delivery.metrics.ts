import { GaugeSources, metric } from '@secure-preview/service-kit';

export const deliveriesLost = metric.counter(
  'portal_deliveries_lost_total',
  'Delivered segments that could not be recorded.',
);
export const deliveryBuffers = new GaugeSources<() => number>();
metric.gauge(
  'portal_deliveries_waiting',
  'Delivered segments waiting to be recorded by analytics-service.',
  [],
  (gauge) => {
    gauge.set(0);
    for (const [, length] of deliveryBuffers) gauge.inc(length());
  },
);

export const relaysInFlight = metric.gauge('portal_relays_in_flight', 'Segments and posters being relayed.');
